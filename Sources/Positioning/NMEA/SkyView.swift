/// How many satellites each constellation shows, from GSV.
struct SkyView {
    private var talkers = InlineArray<8, UInt16>(repeating: 0)
    private var counts = InlineArray<8, Int16>(repeating: 0)
    private var used = 0

    /// Satellites in view of all constellations; nil before the first GSV.
    private(set) var visible: Int?

    /// Notes what one talker sees; more talkers than constellations exist are ignored.
    @inline(__always)
    mutating func note(talker: UInt16, visible count: Int) {
        guard count >= 0 else { return }
        var slot = 0
        while slot < used, talkers[slot] != talker { slot += 1 }
        guard slot < 8 else { return }
        if slot == used {
            talkers[slot] = talker
            used += 1
        }
        if counts[slot] == Int16(count), visible != nil { return }
        counts[slot] = Int16(count)
        var sum = 0
        for index in 0..<used { sum += Int(counts[index]) }
        visible = sum
    }
}
