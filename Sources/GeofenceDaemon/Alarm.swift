import Chronology

/// Calls its owner at a deadline, or too early: the owner compares the clock and sets it again. So a
/// deadline that every fix moves a little further away sets no timer each time.
@Loop
final class Alarm {
    /// When it rings; nil while it is not set.
    private(set) var due: BootInstant?
    /// By so much it may ring too early, in nanoseconds: half of the wait when it was set, since waking costs
    /// more than setting it twice in that time.
    private var earliness_ns: Int64 = 0
    private let ring: @Loop () -> Void

    /// An alarm that is not set and does `ring` when it rings.
    init(_ ring: @escaping @Loop () -> Void) {
        self.ring = ring
    }

    /// Rings no later than then, and not much earlier, whatever it was set for before; nil asks for
    /// nothing.
    func set(for instant: BootInstant?) {
        guard let instant else { return }
        if let due, due <= instant, instant.nanoseconds - due.nanoseconds <= earliness_ns { return }
        earliness_ns = max(0, instant.nanoseconds - BootClock.now().nanoseconds) / 2
        due = instant
        AlarmClock.shared.heed(self)
    }

    /// Rings no more until it is set again.
    func cancel() {
        due = nil
        AlarmClock.shared.heed(self)
    }

    /// Whether it should have rung by then: the machine slept, or was busy.
    func isOverdue(at now: BootInstant) -> Bool {
        if let due { due <= now } else { false }
    }

    /// Rings if it should have by then, and is not set any more unless that sets it.
    func ringIfDue(at now: BootInstant) {
        guard isOverdue(at: now) else { return }
        due = nil
        ring()
    }
}
