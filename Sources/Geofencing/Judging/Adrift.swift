import Chronology

/// The last fix before feed or daemon were lost, or before fixes that lacked the floor or altitude that
/// fences need: where the bracket of a crossing meanwhile begins.
struct Adrift: BitwiseCopyable, Sendable, Hashable {
    var time: UTCInstant?
    var boot: BootInstant
}

extension Adrift {
    /// Since a fix.
    init(since fix: AcceptedFix) {
        self.init(time: fix.update.time, boot: fix.boot)
    }

    /// Since the fix that was judged before that of a step; nil without one. Across a time reset only
    /// the boot clock goes on.
    init?(before step: Step) {
        if let fix = step.lastJudged {
            self.init(since: fix)
        } else if let boot = step.resetAfter {
            self.init(time: nil, boot: boot)
        } else {
            return nil
        }
    }

    /// As an earlier run saved it. After a reboot its boot time means nothing and receiver time tells;
    /// where it has none, that of the last fix, which by the boot clock of then was so much later.
    ///
    /// - Parameters:
    ///   - last: the last fix of that run.
    ///   - isOfThisBoot: whether the machine has not been started anew since.
    init(_ saved: SavedInstant, before last: LastFix?, isOfThisBoot: Bool, at now: BootInstant) {
        var time_ns = saved.time_ns
        if !isOfThisBoot, time_ns == nil, let last, let last_ns = last.time_ns {
            let before_ns = max(0, last.boot_ns - saved.boot_ns)
            time_ns = max(SavedRange.utc_ns.lowerBound, last_ns - before_ns)
        }
        self.init(
            time: time_ns.map(UTCInstant.init(nanoseconds:)),
            boot: isOfThisBoot ? min(BootInstant(nanoseconds: saved.boot_ns), now) : now)
    }

    /// What is to be saved of it.
    var saved: SavedInstant { SavedInstant(time_ns: time?.nanoseconds, boot_ns: boot.nanoseconds) }
}
