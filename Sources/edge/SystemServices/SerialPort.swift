import Glibc

/// Opens the terminal device of a receiver, read-only.
public enum SerialPort {
    /// Opens a device in raw mode, at a speed, exclusively.
    ///
    /// Never writes to the device: it is opened read-only, and echo is off before the first byte is
    /// read. Symbolic links (`/dev/serial/by-id/…`) are resolved at each call.
    ///
    /// A receiver of the kernel's GNSS subsystem (`/dev/gnss0`) is not a terminal: it has no speed
    /// and cannot be opened exclusively, although each byte reaches only one reader.
    ///
    /// - Parameters:
    ///   - path: a terminal device, also a pseudo-terminal, or a receiver of the GNSS subsystem.
    ///   - speed: bits per second; nil leaves the speed unchanged.
    public static func open(
        _ path: String, speed: Int?
    ) throws(SerialPortFailure) -> OwnedDescriptor {
        let raw = unsafe Glibc.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { throw SerialPortFailure(opening: path, code: errno) }
        let port = OwnedDescriptor(owning: raw)
        guard isTerminal(port.rawValue) else {
            guard isGNSS(port) else { throw .notATerminal(path: path) }
            if let holder = PortHolder.find(path) { throw .busy(path: path, holder: holder) }
            return port
        }
        try claim(port, path)
        try makeRaw(port, path, speed: speed)
        return port
    }

    /// Whether an open device is a terminal; only terminals have a speed.
    public static func isTerminal(_ port: Int32) -> Bool { isatty(port) == 1 }

    /// Whether an open device is a receiver of the kernel's GNSS subsystem, according to sysfs.
    private static func isGNSS(_ port: borrowing OwnedDescriptor) -> Bool {
        var status = stat()
        guard unsafe fstat(port.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            return false
        }
        let device = DeviceNumber(status.st_rdev)
        let subsystem = Directory.resolve("/sys/dev/char/\(device.major):\(device.minor)/subsystem")
        return subsystem?.hasSuffix("/gnss") ?? false
    }

    /// Changes the speed of an open device; discards the bytes received at the old speed.
    public static func setSpeed(
        _ speed: Int, of port: Int32, path: String
    ) throws(SerialPortFailure) {
        var settings = termios()
        guard unsafe tcgetattr(port, &settings) == 0 else {
            throw .system(SystemError("read the settings of \(path)", code: errno))
        }
        try apply(speed, to: &settings, path)
        guard unsafe tcsetattr(port, TCSANOW, &settings) == 0 else {
            throw .system(SystemError("set the speed of \(path)", code: errno))
        }
        tcflush(port, TCIFLUSH)
    }

    /// Returns the line's errors since its driver was loaded; nil where they are not counted, as
    /// with pseudo-terminals.
    public static func errors(of port: Int32) -> LineErrors? {
        // serial_icounter_struct of <linux/serial.h>: 20 counters. The error counters begin at
        // index 6.
        var counters = InlineArray<20, Int32>(repeating: 0)
        let outcome = unsafe withUnsafeMutablePointer(to: &counters) {
            unsafe ioctl(port, getCounters, $0)
        }
        guard outcome == 0 else { return nil }
        var errors = LineErrors()
        errors.framing = Int(counters[6])
        errors.overruns = Int(counters[7])
        errors.parity = Int(counters[8])
        errors.breaks = Int(counters[9])
        errors.bufferOverruns = Int(counters[10])
        return errors
    }

    /// Sets `TIOCEXCL`. It does not stop root, so check first whether another process has set it.
    private static func claim(
        _ port: borrowing OwnedDescriptor, _ path: String
    ) throws(SerialPortFailure) {
        var isTaken: Int32 = 0
        _ = unsafe ioctl(port.rawValue, getExclusive, &isTaken)
        guard isTaken == 0 else { throw .busy(path: path, holder: PortHolder.find(path)) }
        guard ioctl(port.rawValue, UInt(TIOCEXCL), 0) == 0 else {
            throw .system(SystemError("claim \(path)", code: errno))
        }
    }

    /// Lets other processes open the port, before it is closed: the kernel ends the exclusive mode
    /// only with the last descriptor, which the program behind a pseudo-terminal holds.
    public static func release(_ port: Int32) {
        _ = ioctl(port, UInt(TIOCNXCL), 0)
    }

    private static func makeRaw(
        _ port: borrowing OwnedDescriptor, _ path: String, speed: Int?
    ) throws(SerialPortFailure) {
        var settings = termios()
        guard unsafe tcgetattr(port.rawValue, &settings) == 0 else {
            throw .system(SystemError("read the settings of \(path)", code: errno))
        }
        unsafe cfmakeraw(&settings)
        // No modem lines, no flow control: most receivers have three wires.
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        settings.c_cflag &= ~tcflag_t(CRTSCTS | UInt32(CSTOPB))
        // The kernel raises DTR and RTS with the first opening. They stay as they are when the port is
        // closed, so that a board that resets with them does so once.
        settings.c_cflag &= ~tcflag_t(HUPCL)
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { controls in
            // At least one byte: with 0, a read without data would report end of file, and a
            // hang-up could not be distinguished from silence.
            unsafe controls[Int(VMIN)] = 1
            unsafe controls[Int(VTIME)] = 0
        }
        if let speed { try apply(speed, to: &settings, path) }
        guard unsafe tcsetattr(port.rawValue, TCSANOW, &settings) == 0 else {
            throw .system(SystemError("set \(path) to raw mode", code: errno))
        }
    }

    private static func apply(
        _ speed: Int, to settings: inout termios, _ path: String
    ) throws(SerialPortFailure) {
        guard let code = speeds[speed] else { throw .unknownSpeed(speed, path: path) }
        _ = unsafe cfsetispeed(&settings, code)
        _ = unsafe cfsetospeed(&settings, code)
    }

    /// The supported speeds, with the kernel's constants.
    static let speeds: [Int: speed_t] = [
        1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
        19200: speed_t(B19200), 38400: speed_t(B38400), 57600: speed_t(B57600),
        115_200: speed_t(B115200), 230_400: speed_t(B230400), 460_800: speed_t(B460800),
        921_600: speed_t(B921600),
    ]

    /// `TIOCGEXCL` of <asm-generic/ioctls.h>; Swift cannot import the macro.
    private static let getExclusive: UInt = 0x8004_5440
    /// `TIOCGICOUNT` of <asm-generic/ioctls.h>.
    private static let getCounters: UInt = 0x545D
}

/// The error counters of a serial line, from its driver.
public struct LineErrors: Hashable, Sendable {
    /// Bytes without a stop bit: wrong speed, or a disturbed line.
    public var framing = 0
    /// Bytes lost because the hardware buffer was full.
    public var overruns = 0
    /// Bytes with a wrong parity bit.
    public var parity = 0
    /// Break conditions: unplugged, unpowered or wrong speed.
    public var breaks = 0
    /// Bytes lost because the kernel's buffer was full.
    public var bufferOverruns = 0

    /// Creates counters of zero.
    public init() {}

    /// Returns the errors counted since `before`.
    public func since(_ before: LineErrors) -> LineErrors {
        var errors = self
        errors.framing -= before.framing
        errors.overruns -= before.overruns
        errors.parity -= before.parity
        errors.breaks -= before.breaks
        errors.bufferOverruns -= before.bufferOverruns
        return errors
    }

    /// The counters that are not zero, with their names.
    public var nonZero: [(name: String, count: Int)] {
        [
            ("framing", framing), ("overruns", overruns), ("parity", parity), ("breaks", breaks),
            ("buffer-overruns", bufferOverruns),
        ].filter { $0.1 != 0 }
    }
}

/// Finds the process that has a device open, as far as `/proc` is readable.
public enum PortHolder {
    /// The maximum number of descriptors to examine: some 20 ms, for which the caller waits.
    private static let lookedAtMaximum = 10_000

    /// Returns another process that has it open, as `name (pid 123)`; nil when none is visible.
    public static func find(_ path: String) -> String? {
        var wanted = stat()
        guard unsafe stat(path, &wanted) == 0 else { return nil }
        let own = getpid()
        var left = lookedAtMaximum
        for name in Directory.names("/proc") {
            guard let pid = Int32(name), pid != own else { continue }
            guard left > 0 else { return nil }
            guard holds(pid, wanted, &left) else { continue }
            let command = TextFile.read("/proc/\(pid)/comm", limit: 256)
            let word = command?.split(separator: "\n").first.map(String.init)
            return "\(word ?? "a process") (pid \(pid))"
        }
        return nil
    }

    private static func holds(_ pid: Int32, _ wanted: stat, _ left: inout Int) -> Bool {
        let folder = "/proc/\(pid)/fd"
        let names = Directory.names(folder).prefix(left)
        left -= names.count
        return names.contains { name in
            var status = stat()
            return unsafe stat("\(folder)/\(name)", &status) == 0 && isSame(status, wanted)
        }
    }

    /// Whether two files are the same device. Every container numbers its pseudo-terminals (majors
    /// 136 to 143, `devices.txt` of Linux) from 0, so their file system is compared, too.
    private static func isSame(_ some: stat, _ other: stat) -> Bool {
        guard some.st_mode & S_IFMT == S_IFCHR, some.st_rdev == other.st_rdev else { return false }
        let major = DeviceNumber(some.st_rdev).major
        return !(136...143).contains(major) || some.st_dev == other.st_dev
    }
}
