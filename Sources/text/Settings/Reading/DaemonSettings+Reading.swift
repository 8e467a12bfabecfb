import ConfigurationText

extension DaemonSettings {
    /// The maximum size of a socket path: `sun_path` holds 108 bytes with the terminating zero.
    static let maximumSocketPathBytes = 107

    /// Reads `[daemon]`.
    static func read(_ table: inout TableReader) -> DaemonSettings {
        var daemon = DaemonSettings()
        daemon.socket = table.socketPath("socket")
        daemon.group = table.text("group") ?? daemon.group
        daemon.readGroup = table.text("read_group")
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
