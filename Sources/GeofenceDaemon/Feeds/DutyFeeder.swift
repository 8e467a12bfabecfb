import Chronology
import NIOCore
import Positioning

/// Lets another feeder work for a while and rest for a while, to save the receiver's power.
@Loop
final class DutyFeeder: Feeder {
    private unowned let source: Source
    private let cycle: DutyCycle
    private let make: @Loop () -> any Feeder
    private var working: (any Feeder)?
    private var timer: LoopTimer?

    /// A feeder that works by that schedule through feeders that `make` makes.
    init(_ source: Source, _ cycle: DutyCycle, _ make: @escaping @Loop () -> any Feeder) {
        self.source = source
        self.cycle = cycle
        self.make = make
    }

    func start() {
        let now = BootClock.now()
        let (isScanning, until) = cycle.phase(at: now)
        if isScanning, working == nil {
            let feeder = make()
            working = feeder
            feeder.start()
        } else if !isScanning, let feeder = working {
            working = nil
            feeder.stop()
            source.rests()
        }
        guard let until else { return }
        timer = Loop.after(.nanoseconds(until.nanoseconds - now.nanoseconds)) { self.start() }
    }

    func stop() {
        timer?.cancel()
        working?.stop()
        working = nil
    }
}
