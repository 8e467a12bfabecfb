import Chronology
import Geofencing

/// Owns the only engine: passes inputs to it one by one, performs their effects, and wakes it at the
/// deadlines of its timers.
///
/// No function here suspends, so an input and all its effects are one uninterrupted step of the loop, and
/// no thread switch lies between a receiver's byte and its event.
@Loop
final class EngineRunner {
    /// Called with all effects of one input.
    var perform: @Loop (_ effects: Effects, _ now: BootInstant) -> Void = { _, _ in }

    private var engine: Engine
    /// The effects of the current input. The list retains its capacity from input to input.
    private var effects = Effects()
    private lazy var alarm = Alarm { [unowned self] in _ = take(.tick) }

    /// Creates a runner whose engine has no configuration; `boot` is nil when unknown.
    init(boot: BootID?) {
        engine = Engine(boot: boot)
    }

    /// Passes an input that is received now to the engine. Returns the current instant.
    @discardableResult func take(_ input: Input) -> BootInstant {
        let now = BootClock.now()
        engine.handle(input, at: now, into: &effects)
        if !effects.isEmpty { performAll(at: now) }
        alarm.set(for: engine.nextDeadline)
        return now
    }

    /// Performs the effects. `perform` may pass another input, so it works on a list of its own.
    private func performAll(at now: BootInstant) {
        var some = Effects()
        swap(&some, &effects)
        perform(some, now)
        some.removeAll()
        swap(&some, &effects)
    }

    /// Calls `look` with the engine and the current instant, and returns its result.
    func read<Answer>(_ look: (borrowing Engine, _ now: BootInstant) -> Answer) -> Answer {
        // Without exclusive access the engine would be copied, because `look` could modify it.
        func read(_ engine: inout Engine) -> Answer { look(engine, BootClock.now()) }
        return read(&engine)
    }

    /// Cancels the timer. Later effects are not performed.
    func close() {
        alarm.cancel()
        perform = { _, _ in }
    }
}
