import ConfigurationText

/// The settings of the daemon process. For nil, the daemon uses a default.
public struct DaemonSettings: Sendable, Hashable {
    /// The path of the control socket; nil for `control.sock` in the runtime directory.
    public var socket: String?
    /// The group whose members may control the daemon through the control socket.
    public var group = "geofenced"
    /// The group whose members may only read; nil for none.
    public var readGroup: String?
    /// The path of the socket for consumers; nil for one in a directory beside that of the control socket.
    public var consumeSocket: String?
    /// The directory of events and state; nil for the state directory of the service.
    public var stateDirectory: String?
    /// The maximum number of retained events; nil for the default of the log.
    public var keptEvents: Int?
    /// The maximum size of the log in MiB; nil for the default of the log.
    public var kept_MiB: Int?
    /// Whether received fixes are recorded.
    public var record = true
    /// The maximum size of the recording in MiB.
    public var record_MiB = 64
    /// The age in days at which recorded data is removed.
    public var recordDays = 7

    /// Identifies this machine in its events; nil to derive it from the machine's id.
    public var device: String?

    /// Whether the system clock is trusted.
    public var wallClock = WallClockTrust.auto

    /// Creates the default settings.
    public init() {}
}

/// When the system clock is trusted, so that receivers' dates can be checked against it.
public enum WallClockTrust: String, Sendable, Hashable, CaseIterable {
    /// When systemd-timesyncd has synchronized it.
    case auto
    /// Always.
    case trusted
    /// Never.
    case untrusted
}

extension DaemonSettings {
    /// The maximum size of a socket path: `sun_path` holds 108 bytes with the terminating zero.
    static let maximumSocketPathBytes = 107

    /// Reads `[daemon]`.
    static func read(_ table: inout TableReader) -> DaemonSettings {
        var daemon = DaemonSettings()
        daemon.socket = table.socketPath("socket")
        daemon.group = table.text("group") ?? daemon.group
        daemon.readGroup = table.text("read_group")
        daemon.consumeSocket = table.socketPath("consume_socket")
        daemon.stateDirectory = table.path("state_directory")
        // Fewer than a thousand events, or less than one MiB, do not hold a day; values above the
        // upper limits make the start slow.
        daemon.keptEvents = table.integer("keep_events", 1_000...10_000_000)
        daemon.kept_MiB = table.integer("keep_mib", 1...4_096)
        daemon.record = table.flag("record") ?? daemon.record
        daemon.record_MiB = table.integer("record_mib", 1...4_096) ?? daemon.record_MiB
        daemon.recordDays = table.integer("record_days", 1...366) ?? daemon.recordDays
        daemon.device = table.text("device")
        if let device = daemon.device, !device.isName {
            table.refuse(
                "device",
                "must have at most \(String.maximumNameBytes) bytes and no control characters")
        }
        daemon.wallClock =
            table.word("wall_clock", WallClockTrust.self) ?? daemon.wallClock
        return daemon
    }
}

extension TableReader {
    /// Reads the path of a Unix socket; refuses a path that is too long.
    mutating func socketPath(_ key: String) -> String? {
        guard let path = path(key) else { return nil }
        let limit = DaemonSettings.maximumSocketPathBytes
        guard path.utf8.count <= limit else {
            refuse(key, "must have at most \(limit) bytes for a socket, not \(path.utf8.count)")
            return nil
        }
        return path
    }
}
