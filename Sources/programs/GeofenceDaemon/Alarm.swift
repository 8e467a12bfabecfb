import Chronology

/// A one-shot timer that fires at its deadline or earlier: its owner then compares the clock and sets it
/// again. So a deadline that every fix postpones a little does not set the timer each time.
@Loop
final class Alarm {
    /// The instant at which it fires; nil while it is not set.
    private(set) var due: BootInstant?
    /// The longest time by which it may fire early, in nanoseconds: half of the wait when it was set, because
    /// one wake-up costs more than setting it twice in that time.
    private var earliness_ns: Int64 = 0
    private let ring: @Loop () -> Void

    /// Creates an alarm that is not set and calls `ring` when it fires.
    init(_ ring: @escaping @Loop () -> Void) {
        self.ring = ring
    }

    /// Sets the deadline: the alarm fires no later, and not much earlier, whatever its deadline was before.
    /// Nil changes nothing.
    func set(for instant: BootInstant?) {
        guard let instant else { return }
        if let due, due <= instant, instant.nanoseconds - due.nanoseconds <= earliness_ns { return }
        earliness_ns = max(0, instant.nanoseconds - BootClock.now().nanoseconds) / 2
        due = instant
        AlarmClock.shared.heed(self)
    }

    /// Stops the alarm until it is set again.
    func cancel() {
        due = nil
        AlarmClock.shared.heed(self)
    }

    /// Whether its deadline has passed at `now`: the machine was suspended, or the loop was busy.
    func isOverdue(at now: BootInstant) -> Bool {
        if let due { due <= now } else { false }
    }

    /// Fires if the deadline has passed. The alarm is then not set, unless `ring` sets it.
    func ringIfDue(at now: BootInstant) {
        guard isOverdue(at: now) else { return }
        due = nil
        ring()
    }
}
