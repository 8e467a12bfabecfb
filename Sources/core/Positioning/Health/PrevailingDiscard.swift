/// The most frequent reason of recent discards.
struct PrevailingDiscard: Sendable {
    /// When one reason reaches this count, all counts are halved, so that old discards weigh less.
    private static let countMaximum = 32

    private var counts = DiscardCounts()
    /// The most frequent reason; nil before the first discard. On a tie, the earlier reason.
    private(set) var reason: DiscardReason?

    /// Resets the counts. Usually they are empty, and the check saves a write for each fix.
    mutating func forget() {
        if reason != nil { self = PrevailingDiscard() }
    }

    /// Counts one discard.
    mutating func note(_ discard: DiscardReason) {
        counts.count(discard)
        if counts[discard] == Self.countMaximum { counts.halve() }
        guard let reason, counts[discard] <= counts[reason] else {
            reason = discard
            return
        }
    }
}
