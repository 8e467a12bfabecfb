import Chronology
import Positioning

/// Lets another driver work for a while and rest for a while, to save the receiver's power.
@Loop
final class DutyCycleDriver: SourceDriver {
    private unowned let source: Source
    private let cycle: DutyCycle
    private let make: @Loop () -> any SourceDriver
    private var working: (any SourceDriver)?
    /// Cancelled by `stop`; without that a driver that was started would never be released.
    private lazy var alarm = Alarm { [unowned self] in start() }

    /// A driver that works by that schedule through drivers that `make` makes.
    init(_ source: Source, _ cycle: DutyCycle, _ make: @escaping @Loop () -> any SourceDriver) {
        self.source = source
        self.cycle = cycle
        self.make = make
    }

    func start() {
        let (isScanning, until) = cycle.phase(at: BootClock.now())
        if isScanning, working == nil {
            let driver = make()
            working = driver
            driver.start()
        } else if !isScanning, let driver = working {
            working = nil
            driver.stop()
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
