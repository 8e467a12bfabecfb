import ConfigurationText

extension DaemonSettings {
    /// `sun_path` of a Unix socket holds 108 bytes with the terminating zero.
    static let maximumSocketPathBytes = 107

    /// Reads `[daemon]`.
    static func read(_ table: inout TableReader) -> DaemonSettings {
        var daemon = DaemonSettings()
        daemon.socket = table.socketPath("socket")
        daemon.group = table.text("group") ?? daemon.group
        daemon.readGroup = table.text("read_group")
        daemon.stateDirectory = table.path("state_directory")
        // Less than a thousand events or one MiB does not hold a day; more than the upper limits
        // makes the start slow.
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
    /// Reads the path of a Unix socket.
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
