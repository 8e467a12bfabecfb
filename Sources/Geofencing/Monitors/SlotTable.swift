/// Which slot each of some fences has: a hash table of flat pairs, since a lookup must cost less than
/// the look at a fence that it is part of. (Linear probing, Knuth 1998, vol. 3, section 6.4; taking
/// away closes the gap, algorithm R there.)
struct SlotTable: Sendable {
    private struct Pair: Sendable {
        var number: FenceNumber
        /// -1 where there is no fence.
        var slot: Int32
    }

    /// A power of two of them, at least half of them without a fence.
    private var pairs: [Pair] = []
    private var count = 0

    /// The slot of a fence; nil when it has none.
    subscript(number: FenceNumber) -> Int? {
        guard count > 0 else { return nil }
        let pair = pairs[place(of: number)]
        return pair.slot < 0 ? nil : Int(pair.slot)
    }

    /// Gives a fence a slot, in place of any that it has.
    mutating func set(_ number: FenceNumber, slot: Int) {
        if 2 * (count + 1) > pairs.count { grow() }
        let place = place(of: number)
        if pairs[place].slot < 0 { count += 1 }
        pairs[place] = Pair(number: number, slot: Int32(slot))
    }

    /// Takes the slot from a fence that has one.
    mutating func remove(_ number: FenceNumber) {
        guard count > 0 else { return }
        var gap = place(of: number)
        guard pairs[gap].slot >= 0 else { return }
        count -= 1
        // A pair moves into the gap unless that lies before the place where it belongs.
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

    /// Where a fence is, or would be.
    private func place(of number: FenceNumber) -> Int {
        var place = home(of: number)
        while pairs[place].slot >= 0, pairs[place].number != number { place = next(place) }
        return place
    }

    /// Where a fence belongs: neighbours are numbered in a row, and come to lie far apart (golden
    /// ratio, Knuth 1998, vol. 3, section 6.4).
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
