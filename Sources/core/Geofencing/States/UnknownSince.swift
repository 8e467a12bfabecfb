import Chronology
import Fixes

/// The last fix before the state became unknown: before the source became stale, the daemon
/// stopped, or fixes lacked the floor or altitude that fences need. The bracket of a crossing in
/// the meantime begins there.
struct UnknownSince: BitwiseCopyable, Sendable, Hashable {
    var time: UTCInstant?
    var boot: BootInstant
}

extension UnknownSince {
    /// Creates the instant of a fix.
    init(since fix: AcceptedFix) {
        self.init(time: fix.update.time, boot: fix.boot)
    }

    /// Creates the instant of the last fix evaluated before that of a step; nil without one. Only
    /// the boot clock continues across a time reset.
    init?(before step: Step) {
        if let fix = step.lastEvaluated {
            self.init(since: fix)
        } else if let boot = step.resetAfter {
            self.init(time: nil, boot: boot)
        } else {
            return nil
        }
    }

    /// Restores the instant that an earlier run saved. After a reboot the saved boot time is
    /// meaningless and receiver time counts. If that is missing, it is derived from the receiver
    /// time of the last fix and the boot time between the two.
    ///
    /// - Parameters:
    ///   - last: the last fix of that run.
    ///   - isOfThisBoot: whether the machine has not been rebooted since.
    init(_ saved: SavedInstant, before last: LastFix?, isOfThisBoot: Bool, at now: BootInstant) {
        var time_ns = saved.time_ns
        if !isOfThisBoot, time_ns == nil, let last, let last_ns = last.time_ns {
            let before_ns = max(0, last.boot_ns - saved.boot_ns)
            time_ns = max(SavedInstant.earliest_ns, last_ns - before_ns)
        }
        self.init(
            time: time_ns.map(UTCInstant.init(nanoseconds:)),
            boot: isOfThisBoot ? min(BootInstant(nanoseconds: saved.boot_ns), now) : now)
    }

    /// The form in which it is saved.
    var saved: SavedInstant { SavedInstant(time_ns: time?.nanoseconds, boot_ns: boot.nanoseconds) }
}
