import Chronology
import Geofencing
import NIOCore
import SystemServices

/// Hands inputs to the engine one by one, their effects to whoever performs them, and wakes the
/// engine when one of its timers is due.
@Loop
final class EngineDesk {
    /// Performs what follows from one input, as a whole.
    var perform: @Loop (_ effects: [Effect], _ now: BootInstant) -> Void = { _, _ in }

    private let actor = EngineActor()
    private var timer: (task: Scheduled<Void>, due: BootInstant)?

    /// The time on the boot clock.
    var now: BootInstant { BootInstant(nanoseconds: Clocks.bootNanoseconds()) }

    /// Takes an input that happened now.
    func take(_ input: Input) {
        let now = now
        let (effects, deadline) = actor.assumeIsolated { $0.handle(input, at: now) }
        if !effects.isEmpty { perform(effects, now) }
        wake(at: deadline)
    }

    /// Looks at the engine.
    func read<Answer: Sendable>(_ look: @Sendable (borrowing Engine) -> Answer) -> Answer {
        actor.assumeIsolated { $0.read(look) }
    }

    /// Sets no more timers.
    func close() {
        timer?.task.cancel()
        timer = nil
        perform = { _, _ in }
    }

    private func wake(at deadline: BootInstant?) {
        guard deadline != timer?.due else { return }
        timer?.task.cancel()
        timer = nil
        guard let deadline else { return }
        let wait = max(0, deadline.nanoseconds - now.nanoseconds)
        let task = Loop.eventLoop.scheduleTask(in: .nanoseconds(wait)) { [weak self] in
            Loop.assume {
                self?.timer = nil
                self?.take(.tick)
            }
        }
        timer = (task, deadline)
    }
}
