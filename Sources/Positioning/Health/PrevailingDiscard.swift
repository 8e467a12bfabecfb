/// For which reason most was thrown away of late.
struct PrevailingDiscard: Sendable {
    /// So often one reason is counted before all counts are halved: what was long ago weighs less.
    private static let countMaximum = 32

    private var counts = DiscardCounts()
    /// The reason; nil while nothing was thrown away. Of two that come as often it is the first.
    private(set) var reason: DiscardReason?

    /// Resets the counts. Mostly they are empty already, and the test saves a write for each fix.
    mutating func forget() {
        if reason != nil { self = PrevailingDiscard() }
    }

    /// Takes note of one discard.
    mutating func note(_ discard: DiscardReason) {
        counts.count(discard)
        if counts[discard] == Self.countMaximum { counts.halve() }
        guard let reason, counts[discard] <= counts[reason] else {
            reason = discard
            return
        }
    }
}
