import Chronology
import Positioning

/// Runs another driver in scans with rests between them, to save the power of the receiver.
@Loop
final class DutyCycleDriver: SourceDriver {
    private unowned let source: Source
    private let cycle: DutyCycle
    private let make: @Loop () -> any SourceDriver
    private var working: (any SourceDriver)?
    /// Cancelled by `stop`; otherwise a started driver would never be released.
    private lazy var alarm = Alarm { [unowned self] in start() }

    /// Creates a driver with that schedule. `make` creates the driver of each scan.
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
