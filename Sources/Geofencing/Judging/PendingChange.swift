import Chronology

/// A raw change that agreeing fixes have yet to confirm.
struct PendingChange: BitwiseCopyable, Sendable, Hashable {
    /// Where the fixes say the receiver is.
    var side: FenceRecord.Side
    /// How many consecutive fixes said so.
    var fixes: Int
    /// The instant of the first of them, on the clock of the feed.
    var since: FeedInstant
    /// Whether the first of them was suspect, so that a second has to agree whatever the rule.
    var beganSuspect: Bool
    /// The instant of the last of them.
    private var last: FeedInstant?

    /// A change of which the first fix speaks.
    init(to side: FenceRecord.Side, at moment: Moment) {
        self.side = side
        fixes = 0
        since = moment.feed
        beganSuspect = moment.isSuspect
    }

    /// One more fix agrees; two of one instant are one and the same.
    mutating func count(_ instant: FeedInstant) {
        if last != instant { fixes += 1 }
        last = instant
    }

    /// Whether the evidence suffices.
    func isConfirmed(by rule: Confirmation, at now: FeedInstant) -> Bool {
        fixes >= rule.fixesNeeded(afterSuspect: beganSuspect)
            && now.seconds(since: since) >= rule.seconds
    }
}

extension Confirmation {
    /// How many fixes have to agree; a suspect one needs a second in any case.
    func fixesNeeded(afterSuspect isSuspect: Bool) -> Int {
        max(fixes, isSuspect ? 2 : 1)
    }

    /// Whether one fix suffices.
    func isMet(byOne moment: Moment) -> Bool {
        fixesNeeded(afterSuspect: moment.isSuspect) == 1 && seconds <= 0
    }
}
