import Positioning
import SystemServices

/// Searches for the speed of an open serial line: listens at one speed after another.
@Loop
final class LineSpeedSearch {
    /// The descriptor of the open line.
    var port: Int32 = -1

    private let device: String
    private var search: SpeedSearch
    private lazy var alarm = Alarm { [weak self] in self?.step() }
    private var changed: @Loop (Int) -> Void = { _ in }

    init(device: String) {
        self.device = device
        search = SpeedSearch(at: BootClock.now())
    }

    /// Returns whether the speed of a device matters: USB modems (CDC ACM) and pseudo-terminals
    /// deliver their bytes at any speed.
    static func isUseful(for device: String) -> Bool {
        guard let node = Directory.resolve(device) else { return true }
        return !node.hasPrefix("/dev/ttyACM") && !isPseudoTerminal(device)
    }

    /// Returns whether a program, not a serial line, is at the other end of a device.
    static func isPseudoTerminal(_ device: String) -> Bool {
        Directory.resolve(device)?.hasPrefix("/dev/pts/") == true
    }

    /// The speed to listen at, in bits per second.
    var speed: Int { search.speed }

    /// Starts the timer of the search; `changed` receives every new speed.
    func begin(_ changed: @escaping @Loop (Int) -> Void) {
        self.changed = changed
        alarm.set(for: search.nextDeadline)
    }

    /// Notes the input that arrived at the present speed.
    func heard(bytes: Int, sentences: Int, _ reports: [Report]) {
        search.heard(bytes: bytes, sentences: sentences, reports, at: BootClock.now())
        // The first bytes move the deadline closer: the search waits longer on a silent line.
        alarm.set(for: search.nextDeadline)
    }

    /// Ends the search, because the line is closed.
    func end() {
        alarm.cancel()
    }

    private func step() {
        if search.advance(to: BootClock.now()) {
            // This fails on a line that is being closed; its channel reports that.
            try? SerialPort.setSpeed(search.speed, of: port, path: device)
            changed(search.speed)
        }
        alarm.set(for: search.nextDeadline)
    }
}
