import Chronology
import NIOCore

/// Wakes someone when something is due, or too early: who is woken looks at the clock and asks
/// anew. So a deadline that every fix moves further away sets no timer.
@Loop
final class Alarm {
    private var task: Scheduled<Void>?
    private var due: BootInstant?
    private let ring: @Loop () -> Void

    /// An alarm that is not set and does `ring` when it rings.
    init(_ ring: @escaping @Loop () -> Void) {
        self.ring = ring
    }

    /// Rings no later than then; nil asks for nothing.
    func set(for instant: BootInstant?) {
        guard let instant else { return }
        if let due, due <= instant { return }
        task?.cancel()
        due = instant
        let wait = max(0, instant.nanoseconds - BootClock.now().nanoseconds)
        task = Loop.after(.nanoseconds(wait)) { self.isDue() }
    }

    /// Rings no more until it is set again.
    func cancel() {
        task?.cancel()
        task = nil
        due = nil
    }

    /// Whether it should have rung by then: the machine slept, or was busy.
    func isOverdue(at now: BootInstant) -> Bool {
        if let due { due <= now } else { false }
    }

    private func isDue() {
        task = nil
        due = nil
        ring()
    }
}
