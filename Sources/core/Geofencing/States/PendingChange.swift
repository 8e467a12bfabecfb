import Chronology
import Fixes

/// A change that agreeing fixes have yet to confirm.
struct PendingChange: BitwiseCopyable, Sendable, Hashable {
    /// The side that the fixes agree on.
    var side: FenceRecord.Side
    /// The number of consecutive fixes that agree.
    var fixes: Int
    /// The instant of the first of them, on the clock of the source.
    var since: FeedInstant
    /// Whether the first of them was suspect, so that a second one has to agree whatever the rule.
    var beganSuspect: Bool
    /// The instant of the last of them.
    private var last: FeedInstant?

    /// Creates a change with the first fix that shows it. The fix is not counted yet.
    init(to side: FenceRecord.Side, at moment: Moment) {
        self.side = side
        fixes = 0
        since = moment.feed
        beganSuspect = moment.isSuspect
    }

    /// Counts an agreeing fix. Two fixes of the same instant count once.
    mutating func count(_ instant: FeedInstant) {
        if last != instant { fixes += 1 }
        last = instant
    }

    /// Whether the fixes so far satisfy the rule.
    func isConfirmed(by rule: Confirmation, at now: FeedInstant) -> Bool {
        fixes >= rule.fixesNeeded(afterSuspect: beganSuspect)
            && now.seconds(since: since) >= rule.seconds
    }
}

extension Confirmation {
    /// The number of fixes that have to agree; a suspect fix needs a second one in any case.
    func fixesNeeded(afterSuspect isSuspect: Bool) -> Int {
        max(fixes, isSuspect ? 2 : 1)
    }

    /// Returns whether one fix is enough.
    func isMet(byOne moment: Moment) -> Bool {
        fixesNeeded(afterSuspect: moment.isSuspect) == 1 && seconds <= 0
    }
}
