import Chronology
import Fixes

/// The output of an evaluation: events, timers and saved state. It also holds the data of the
/// source that the evaluation needs.
struct Sink {
    var outbox = Effects()
    var timers = TimerHeap()
    /// The instant of the evaluation.
    var now: BootInstant
    /// The last accepted fix of the source that is evaluated.
    var lastFix: AcceptedFix?
    /// Further data of the source about that fix.
    var details: FixDetails?
    /// Whether `lastFix` is from an earlier run.
    var isResumed = false
    var staleLimit_s = StaleLimit.least_s
    /// The speed in metres per second beyond which no pass is inferred.
    var maxSpeed_mps = Double.infinity
    /// The number of the last fix among the accepted ones.
    var fixNumber = 0
    /// The contexts of the events and saved states of the current instant.
    var eventContexts: [EventContext] = []
    /// Whether fences are skipped that the fix cannot change.
    var isSkipping = true
    /// The number of possible passes of the current fix under the current monitor.
    var possiblePasses = 0

    /// The instant of the evaluation on the time scale of the source; nil if unknown.
    var feedTime: UTCInstant? {
        guard let lastFix, let time = lastFix.update.time else { return nil }
        return time.advanced(by_ns: now.nanoseconds - lastFix.boot.nanoseconds)
    }

    /// This instant for schedules and expiry. Nil after a restart until the first fix, which
    /// decides whether the restored states continue or end.
    var clockTime: UTCInstant? { isResumed ? nil : feedTime }

    /// Adds an event of a fence under a monitor.
    mutating func put(
        _ event: Transition.Facts, of monitor: MonitorLabel, _ index: Int, in catalog: FenceCatalog
    ) {
        let context = eventContext(of: monitor, index, in: catalog)
        outbox.put(Transition(facts: event, eventContext: context))
    }

    /// Returns the event context of the monitor. Consecutive events of an instant usually share it.
    @discardableResult
    mutating func eventContext(
        of monitor: MonitorLabel, _ index: Int, in catalog: FenceCatalog
    ) -> EventContext {
        if let last = eventContexts.last,
            last.isOf(monitor, index, over: catalog, fixNumber: fixNumber)
        {
            return last
        }
        let context = EventContext(of: monitor, index, over: catalog, at: self)
        eventContexts.append(context)
        return context
    }

    /// The number of possible passes that are reported for one fix. After a jump across a town
    /// every fence in between may have been crossed; the first few reports are enough.
    static let possiblePassLimit = 8
}
