import Positioning
import SystemServices

/// Searches for the speed of an open serial line by listening at one after the other.
@Loop
final class LineSpeedSearch {
    /// The open line.
    var port: Int32 = -1

    private let device: String
    private var search: SpeedSearch
    private lazy var alarm = Alarm { [weak self] in self?.step() }
    private var changed: @Loop (Int) -> Void = { _ in }

    init(device: String) {
        self.device = device
        search = SpeedSearch(at: BootClock.now())
    }

    /// Whether the bytes of a device depend on a speed: those of USB modems (CDC ACM) and of
    /// pseudo-terminals come at any.
    static func isUseful(for device: String) -> Bool {
        guard let node = Directory.resolve(device) else { return true }
        return !node.hasPrefix("/dev/ttyACM") && !isPseudoTerminal(device)
    }

    /// Whether a program, not a line, is behind a device.
    static func isPseudoTerminal(_ device: String) -> Bool {
        Directory.resolve(device)?.hasPrefix("/dev/pts/") == true
    }

    /// The speed to listen at.
    var speed: Int { search.speed }

    /// Begins to look at the clock; `changed` gets every new speed.
    func begin(_ changed: @escaping @Loop (Int) -> Void) {
        self.changed = changed
        alarm.set(for: search.nextDeadline)
    }

    /// Takes note of what was heard at the present speed.
    func heard(bytes: Int, sentences: Int, _ reports: [Report]) {
        search.heard(bytes: bytes, sentences: sentences, reports, at: BootClock.now())
        // The first bytes bring the deadline forward: silence is waited out longer than nonsense.
        alarm.set(for: search.nextDeadline)
    }

    /// Ends the search; the line is closed or its speed is known.
    func end() {
        alarm.cancel()
    }

    private func step() {
        if search.advance(to: BootClock.now()) {
            // A line that is going away fails here; its channel will say so.
            try? SerialPort.setSpeed(search.speed, of: port, path: device)
            changed(search.speed)
        }
        alarm.set(for: search.nextDeadline)
    }
}
