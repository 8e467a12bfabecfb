import Chronology
import Positioning

/// Lets another feeder work for a while and rest for a while, to save the receiver's power.
@Loop
final class DutyFeeder: Feeder {
    private unowned let source: Source
    private let cycle: DutyCycle
    private let make: @Loop () -> any Feeder
    private var working: (any Feeder)?
    /// Cancelled by `stop`, without which nobody lets go of a feeder that was started.
    private lazy var alarm = Alarm { [unowned self] in start() }

    /// A feeder that works by that schedule through feeders that `make` makes.
    init(_ source: Source, _ cycle: DutyCycle, _ make: @escaping @Loop () -> any Feeder) {
        self.source = source
        self.cycle = cycle
        self.make = make
    }

    func start() {
        let (isScanning, until) = cycle.phase(at: BootClock.now())
        if isScanning, working == nil {
            let feeder = make()
            working = feeder
            feeder.start()
        } else if !isScanning, let feeder = working {
            working = nil
            feeder.stop()
            source.rests()
        }
        alarm.set(for: until)
    }

    func stop() {
        alarm.cancel()
        working?.stop()
        working = nil
    }
}
