import CSystemd
import SystemServices

/// A notification to systemd; does nothing without systemd.
///
/// Source: sd_notify(3).
public enum ServiceNotification: Hashable, Sendable {
    /// Start-up is finished.
    case ready
    /// One line for `systemctl status`.
    case status(String)
    /// The main loop is alive.
    case watchdog
    /// The service is shutting down.
    case stopping
    /// The configuration is being read again; `ready` follows. systemd requires the current time
    /// in microseconds of `CLOCK_MONOTONIC`.
    case reloading(monotonicMicroseconds: Int64)
    /// A start, reload or stop needs that much more time.
    case extendTimeout(microseconds: Int64)
    /// The error number that ended the service.
    case failed(code: Int32)

    /// Microseconds by which each progress report extends the timeout of a start or reload. Slow
    /// cards take as long to write a large compiled file.
    public static let timeoutExtension_us: Int64 = 60_000_000

    /// Extends the timeout of a start or reload and shows the current work as status.
    public static func reportProgress(_ work: String, extension_us: Int64 = timeoutExtension_us) {
        extendTimeout(microseconds: extension_us).send()
        status(work).send()
    }

    /// Sends the notification; a missing systemd is not an error.
    public func send() {
        _ = unsafe sd_notify(0, text)
    }

    /// Returns the current time for `reloading`.
    public static func monotonicMicroseconds() -> Int64 {
        Clocks.monotonicNanoseconds() / 1000
    }

    var text: String {
        switch self {
        case .ready: "READY=1"
        // A line break would start another assignment.
        case .status(let line): "STATUS=" + String(line.map { $0.isNewline ? " " : $0 })
        case .watchdog: "WATCHDOG=1"
        case .stopping: "STOPPING=1"
        case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
        case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time)"
        case .failed(let code): "ERRNO=\(code)"
        }
    }
}

/// What systemd passed to the service at its start.
public enum ServiceEnvironment {
    /// Returns the seconds within which `watchdog` must be sent; nil without a watchdog.
    public static func watchdogSeconds() -> Double? {
        var microseconds: UInt64 = 0
        guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return Double(microseconds) / 1e6
    }

    /// The sockets that systemd opened for the service (socket activation), in order. They are
    /// read once, because libsystemd no longer reports them when one is closed.
    public static let inheritedSockets: [Int32] = {
        let count = sd_listen_fds(0)
        guard count > 0 else { return [] }
        return (0..<count).map { SD_LISTEN_FDS_START + $0 }
    }()
}

/// Identifies this machine.
public enum MachineIdentity {
    /// Drawn once for this daemon, so that no other program has the same id for a machine.
    private static let application = "6f1d0b7e2c8a4f53a9e4c3b15d7f8a26"

    /// Returns 32 hexadecimal digits that identify this machine: a keyed hash of the machine ID,
    /// which must not be published, as `systemd-id128 machine-id --app-specific` computes it. Nil
    /// when the machine has no ID.
    public static func ofDaemon() -> String? {
        var (application, machine) = (sd_id128_t(), sd_id128_t())
        guard unsafe sd_id128_from_string(Self.application, &application) >= 0,
            unsafe sd_id128_get_machine_app_specific(application, &machine) >= 0
        else { return nil }
        return unsafe withUnsafeBytes(of: machine) { bytes in
            unsafe bytes.map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0" + digits : digits
            }.joined()
        }
    }
}
