/// The slots of fences: a hash table of flat pairs, because a lookup must cost less than the
/// evaluation of the fence. (Linear probing, Knuth 1998, vol. 3, section 6.4; removal closes the
/// gap by algorithm R there.)
struct SlotTable: Sendable {
    private struct Pair: Sendable {
        var number: FenceNumber
        /// -1 in an unused pair.
        var slot: Int32
    }

    /// The number of pairs is a power of two, and at least half of them are unused.
    private var pairs: [Pair] = []
    private var count = 0

    /// The slot of a fence; nil when it has none.
    subscript(number: FenceNumber) -> Int? {
        guard count > 0 else { return nil }
        let pair = pairs[place(of: number)]
        return pair.slot < 0 ? nil : Int(pair.slot)
    }

    /// Sets the slot of a fence.
    mutating func set(_ number: FenceNumber, slot: Int) {
        if 2 * (count + 1) > pairs.count { grow() }
        let place = place(of: number)
        if pairs[place].slot < 0 { count += 1 }
        pairs[place] = Pair(number: number, slot: Int32(slot))
    }

    /// Removes the slot of a fence, if it has one.
    mutating func remove(_ number: FenceNumber) {
        guard count > 0 else { return }
        var gap = place(of: number)
        guard pairs[gap].slot >= 0 else { return }
        count -= 1
        // A pair moves into the gap unless the gap lies before the home of the pair.
        var place = next(gap)
        while pairs[place].slot >= 0 {
            let home = home(of: pairs[place].number)
            if (place &- home) & mask >= (place &- gap) & mask {
                pairs[gap] = pairs[place]
                gap = place
            }
            place = next(place)
        }
        pairs[gap].slot = -1
    }

    /// The index of the pair of a fence, or of the unused pair for it.
    private func place(of number: FenceNumber) -> Int {
        var place = home(of: number)
        while pairs[place].slot >= 0, pairs[place].number != number { place = next(place) }
        return place
    }

    /// The index where the search for a fence starts. Adjacent fences have consecutive numbers, and
    /// the golden ratio spreads them over the table (Knuth 1998, vol. 3, section 6.4).
    private func home(of number: FenceNumber) -> Int {
        Int((number &* 0x9e37_79b1) &>> 8) & mask
    }

    private func next(_ place: Int) -> Int { (place &+ 1) & mask }

    private var mask: Int { pairs.count &- 1 }

    private mutating func grow() {
        let old = pairs
        pairs = Array(repeating: Pair(number: 0, slot: -1), count: max(16, 2 * old.count))
        for pair in old where pair.slot >= 0 { pairs[place(of: pair.number)] = pair }
    }
}
