import Chronology
import Fixes

/// The instant of an evaluation, on the clocks that it uses.
struct Moment: Sendable, Hashable {
    /// The boot clock, for ignore windows and timers.
    var boot: BootInstant
    /// The clock of the source, for confirmation.
    var feed: FeedInstant
    /// Whether the fix is suspect, so that a second one has to agree.
    var isSuspect = false
}

extension Step {
    /// The instant of the fix at its end.
    @inline(__always)
    var moment: Moment {
        Moment(boot: fix.boot, feed: fix.feed, isSuspect: isSuspect)
    }
}
