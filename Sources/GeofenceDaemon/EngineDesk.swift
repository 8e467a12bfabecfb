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
    var perform: @Loop (_ effects: Effects, _ now: BootInstant) -> Void = { _, _ in }

    private var engine: Engine
    /// What follows from the input that is taken: a list whose room is used again and again.
    private var effects = Effects()
    private lazy var alarm = Alarm { [unowned self] in _ = take(.tick) }

    /// A desk with an engine that knows nothing but the start of the machine, if that is known.
    init(boot: BootID?) {
        engine = Engine(boot: boot)
    }

    /// Takes an input that happened now; gives the instant at which it did.
    @discardableResult func take(_ input: Input) -> BootInstant {
        let now = BootClock.now()
        engine.handle(input, at: now, into: &effects)
        if !effects.isEmpty { performAll(at: now) }
        alarm.set(for: engine.nextDeadline)
        return now
    }

    /// Performs what followed. Who performs it may take an input again, so the list is not there
    /// meanwhile.
    private func performAll(at now: BootInstant) {
        var some = Effects()
        swap(&some, &effects)
        perform(some, now)
        some.removeAll()
        swap(&some, &effects)
    }

    /// Looks at the engine as it is now.
    func read<Answer>(_ look: (borrowing Engine, _ now: BootInstant) -> Answer) -> Answer {
        look(engine, BootClock.now())
    }

    /// Sets no more timers.
    func close() {
        alarm.cancel()
        perform = { _, _ in }
    }
}
