import Chronology
import Geofencing

/// Owns the one engine: hands it inputs one by one, their effects to whoever performs them, and
/// wakes it when one of its timers is due.
///
/// Nothing here lets go of the loop, so an input and everything that follows from it are one step,
/// and no hop lies between a receiver's byte and its event.
@Loop
final class EngineDesk {
    /// Performs what follows from one input, as a whole.
    var perform: @Loop (_ effects: [Effect], _ now: BootInstant) -> Void = { _, _ in }

    private var engine = Engine()
    private lazy var alarm = Alarm { [unowned self] in take(.tick) }

    /// Takes an input that happened now.
    func take(_ input: Input) {
        let now = BootClock.now()
        let effects = engine.handle(input, at: now)
        if !effects.isEmpty { perform(effects, now) }
        alarm.set(for: engine.nextDeadline)
    }

    /// Looks at the engine.
    func read<Answer>(_ look: (borrowing Engine) -> Answer) -> Answer {
        look(engine)
    }

    /// Sets no more timers.
    func close() {
        alarm.cancel()
        perform = { _, _ in }
    }
}
