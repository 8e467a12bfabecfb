import Chronology
import Geofencing

/// Owns the one engine: passes it one input after the other, passes their effects on, and wakes it at
/// the deadlines of its timers.
///
/// Nothing here releases the loop, so an input and everything that follows from it are one step,
/// and no hop lies between a receiver's byte and its event.
@Loop
final class EngineRunner {
    /// Performs all effects of one input.
    var perform: @Loop (_ effects: Effects, _ now: BootInstant) -> Void = { _, _ in }

    private var engine: Engine
    /// The effects of the present input; the list keeps its capacity from input to input.
    private var effects = Effects()
    private lazy var alarm = Alarm { [unowned self] in _ = take(.tick) }

    /// A runner with an engine without configuration; `boot` is the start of the machine, if it is known.
    init(boot: BootID?) {
        engine = Engine(boot: boot)
    }

    /// Passes an input that happened now to the engine; returns the instant at which it did.
    @discardableResult func take(_ input: Input) -> BootInstant {
        let now = BootClock.now()
        engine.handle(input, at: now, into: &effects)
        if !effects.isEmpty { performAll(at: now) }
        alarm.set(for: engine.nextDeadline)
        return now
    }

    /// Performs the effects. `perform` may pass another input, so the list is replaced meanwhile.
    private func performAll(at now: BootInstant) {
        var some = Effects()
        swap(&some, &effects)
        perform(some, now)
        some.removeAll()
        swap(&some, &effects)
    }

    /// Reads the present state of the engine.
    func read<Answer>(_ look: (borrowing Engine, _ now: BootInstant) -> Answer) -> Answer {
        // Without exclusive access the engine would be copied, because `look` could change it.
        func read(_ engine: inout Engine) -> Answer { look(engine, BootClock.now()) }
        return read(&engine)
    }

    /// Cancels the timer; effects are performed no more.
    func close() {
        alarm.cancel()
        perform = { _, _ in }
    }
}
