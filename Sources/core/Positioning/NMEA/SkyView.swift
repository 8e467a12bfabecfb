/// The number of visible satellites of each constellation, from GSV.
///
/// Since NMEA 4.11 a receiver reports the satellites of each signal of a constellation separately.
/// One satellite sends several signals, so the signal with the most satellites is used for each
/// talker.
struct SkyView {
    /// The maximum number of constellations times signals of one receiver. Further ones are
    /// ignored.
    private static let limit = 32

    private var talkers = InlineArray<32, UInt16>(repeating: 0)
    private var signals = InlineArray<32, UInt8>(repeating: 0)
    private var counts = InlineArray<32, Int16>(repeating: 0)
    private var used = 0

    /// The number of satellites in view in all constellations; nil before the first GSV.
    private(set) var visible: Int?

    /// Records the number of satellites of one talker and signal.
    @inline(__always)
    mutating func note(talker: UInt16, signal: UInt8, visible count: Int) {
        guard count >= 0 else { return }
        var slot = 0
        while slot < used, talkers[slot] != talker || signals[slot] != signal { slot += 1 }
        guard slot < Self.limit else { return }
        if slot == used {
            talkers[slot] = talker
            signals[slot] = signal
            used += 1
        } else if counts[slot] == Int16(count) {
            return
        }
        counts[slot] = Int16(count)
        visible = sum()
    }

    private func sum() -> Int {
        var sum = 0
        for slot in 0..<used where isLargest(slot) { sum += Int(counts[slot]) }
        return sum
    }

    /// Whether a signal is the one with the most satellites of its talker; the first on a tie.
    private func isLargest(_ slot: Int) -> Bool {
        for other in 0..<used where other != slot && talkers[other] == talkers[slot] {
            if counts[other] > counts[slot] || counts[other] == counts[slot] && other < slot {
                return false
            }
        }
        return true
    }
}
