import Chronology
import Geofencing
import NIOCore

/// Owns the one engine. Its methods run from beginning to end without letting go, so an input and
/// everything that follows from it are one step.
actor EngineActor {
    private var engine = Engine()

    /// The engine runs on the loop's thread: no hop lies between a receiver's byte and its event.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Loop.eventLoop.executor.asUnownedSerialExecutor()
    }

    /// Takes one input and says what must be done about it, and when the engine wants to be woken.
    func handle(_ input: Input, at now: BootInstant) -> (effects: [Effect], deadline: BootInstant?)
    {
        let effects = engine.handle(input, at: now)
        return (effects, engine.nextDeadline)
    }

    /// Looks at the engine without changing it.
    func read<Answer: Sendable>(_ look: @Sendable (borrowing Engine) -> Answer) -> Answer {
        look(engine)
    }
}
