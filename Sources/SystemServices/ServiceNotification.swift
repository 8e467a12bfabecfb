import CSystemd
import Glibc

/// What a service tells systemd about itself; without systemd nothing happens.
///
/// Source: sd_notify(3).
public enum ServiceNotification: Hashable, Sendable {
    /// Start-up is finished.
    case ready
    /// One line for `systemctl status`.
    case status(String)
    /// The main loop is alive.
    case watchdog
    /// The service is on its way out.
    case stopping
    /// Configuration is being read again; `ready` follows. With the time systemd asks for, in
    /// microseconds of `CLOCK_MONOTONIC`.
    case reloading(monotonicMicroseconds: Int64)
    /// Start, reload or stop needs this long again.
    case extendTimeout(microseconds: Int64)
    /// The error number that ended the service.
    case failed(code: Int32)

    /// Microseconds that start or reload may go on after each word of it. Slow cards take as long to
    /// write a compiled file that is large.
    public static let patience_us: Int64 = 60_000_000

    /// Has start or reload go on, and says what with.
    public static func tellWork(_ work: String, patience_us: Int64 = patience_us) {
        extendTimeout(microseconds: patience_us).send()
        status(work).send()
    }

    /// Sends it; a systemd that is not there or not listening is no error.
    public func send() {
        _ = unsafe sd_notify(0, text)
    }

    /// The time `reloading` wants.
    public static func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
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

/// What systemd handed to the service at its start.
public enum ServiceEnvironment {
    /// Seconds within which `watchdog` must be sent, or nil when systemd does not watch us.
    public static func watchdogSeconds() -> Double? {
        var microseconds: UInt64 = 0
        guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return Double(microseconds) / 1e6
    }

    /// The sockets that were opened for us before we started (socket activation), in order. Asked
    /// once: libsystemd does not know them any more when one is closed.
    public static let inheritedSockets: [Int32] = {
        let count = sd_listen_fds(0)
        guard count > 0 else { return [] }
        return (0..<count).map { SD_LISTEN_FDS_START + $0 }
    }()
}
