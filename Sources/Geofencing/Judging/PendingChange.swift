import Chronology

/// A raw change that agreeing fixes have yet to confirm.
struct PendingChange: Sendable, Hashable {
    /// Where the fixes say the receiver is.
    var side: FenceRecord.Side
    /// How many consecutive fixes said so.
    var fixes: Int
    /// The instant of the first of them, on the clock of the feed.
    var since: FeedInstant
    /// Whether the first of them was suspect, so that a second has to agree whatever the rule.
    var beganSuspect: Bool
    /// The crossing as the first of them showed it.
    var crossing: Crossing

    /// Whether the evidence suffices.
    func isConfirmed(by rule: Confirmation, at now: FeedInstant) -> Bool {
        let needed = max(rule.fixes, beganSuspect ? 2 : 1)
        return fixes >= needed && now.seconds(since: since) >= rule.seconds
    }
}
