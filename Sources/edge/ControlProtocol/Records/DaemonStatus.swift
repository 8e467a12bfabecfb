/// The result of `Daemon.status`.
public struct DaemonStatus: Sendable, Hashable, Codable {
    /// Always `geofenced`.
    public var server: String
    /// The daemon's version.
    public var version: String
    /// The protocol version.
    public var `protocol`: ProtocolVersion
    /// `ok` without problems, else `degraded`.
    public var health: String
    /// The problems, one sentence each with what to do; the most important first.
    public var problems: [String]
    /// The process id of the daemon.
    public var pid: Int
    /// The kernel's boot id.
    public var boot_id: String
    /// The time at which the daemon started, RFC 3339 by the system clock.
    public var started_at: String
    /// Seconds since the start, suspended time included.
    public var uptime_s: Double
    /// The system clock now, RFC 3339.
    public var time: String
    /// Whether the system clock is synchronized; nil when unknown.
    public var clock_synchronized: Bool?
    /// The configuration file.
    public var config: String
    /// When the present configuration was read, RFC 3339.
    public var config_loaded_at: String
    /// Why the last reload was refused; nil for a successful one.
    public var config_error: String?
    /// Connected clients, this one included.
    public var clients: Int
    /// Resident memory, bytes.
    public var memory_bytes: Int64?
    /// Whether fences of each kind are evaluated.
    public var kinds: KindSwitches
    /// The event log.
    public var store: StoreRecord
    /// The fences changed at run time; nil from an older daemon.
    public var runtime_fences: RuntimeFenceRecord?
    /// The monitors changed at run time; nil from an older daemon.
    public var runtime_monitors: RuntimeMonitorRecord?
    /// The consumers of events; nil from an older daemon.
    public var consumers: [ConsumerRecord]?
    /// The recorder of fixes; nil from an older daemon.
    public var recorder: RecorderRecord?
    /// The sources, sorted by name.
    public var sources: [SourceRecord]
    /// The monitors, in the order of the configuration.
    public var monitors: [MonitorRecord]

    /// Creates the status of a daemon without problems, sources and monitors.
    public init(
        version: String, pid: Int, boot_id: String, started_at: String, uptime_s: Double,
        time: String, config: String, config_loaded_at: String, store: StoreRecord
    ) {
        server = "geofenced"
        self.version = version
        self.protocol = .current
        health = "ok"
        problems = []
        self.pid = pid
        self.boot_id = boot_id
        self.started_at = started_at
        self.uptime_s = uptime_s
        self.time = time
        self.config = config
        self.config_loaded_at = config_loaded_at
        clients = 0
        kinds = KindSwitches(level: true, global: true)
        self.store = store
        sources = []
        monitors = []
    }
}

/// The state of the event log.
public struct StoreRecord: Sendable, Hashable, Codable {
    /// `ok`, `full`, `readonly` or `failing`.
    public var state: String
    /// The problem and its remedy, one sentence.
    public var message: String?
    /// The directory of its files.
    public var path: String?
    /// The identity of the log.
    public var epoch: String
    /// The oldest retained number; `next_seq` when there is none.
    public var first_seq: Int64
    /// The number of the next event.
    public var next_seq: Int64
    /// Events that wait to become durable.
    public var pending: Int
    /// The bytes of all files in its directory; nil when unknown.
    public var used_bytes: Int64?
    /// The bytes that the daemon may still write there; nil when unknown.
    public var free_bytes: Int64?

    /// Creates a log without problems.
    public init(epoch: String, first_seq: Int64, next_seq: Int64) {
        state = "ok"
        self.epoch = epoch
        self.first_seq = first_seq
        self.next_seq = next_seq
        pending = 0
    }
}

/// The state of the recorder of fixes.
public struct RecorderRecord: Sendable, Hashable, Codable {
    /// `ok`, `full` where the disk is full, `failing` for any other failure, `off`.
    public var state: String
    /// The problem and its remedy, in a sentence.
    public var message: String?
    /// The directory of its files.
    public var path: String
    /// The bytes of its files.
    public var bytes: Int64
    /// The limit on these bytes.
    public var bytes_limit: Int64
    /// The days after which entries are removed.
    public var days: Int
    /// The time of the oldest entry, RFC 3339; nil when there is none.
    public var oldest: String?
    /// The number of entries since the daemon started that could not be written.
    public var lost: Int

    /// Creates the state of an empty recorder.
    public init(state: String, path: String, bytes_limit: Int64, days: Int) {
        self.state = state
        self.path = path
        bytes = 0
        self.bytes_limit = bytes_limit
        self.days = days
        lost = 0
    }
}

/// The fences that were changed at run time, of all sets, with the limits.
public struct RuntimeFenceRecord: Sendable, Hashable, Codable {
    /// The number of stored fences, removals included.
    public var count: Int
    /// The limit on their number.
    public var count_limit: Int
    /// The bytes of their ids and their GeoJSON.
    public var bytes: Int
    /// The limit on these bytes.
    public var bytes_limit: Int
    /// The number of these fences that are not in use: unreadable ones, and fences beyond the
    /// limits that an earlier version stored.
    public var left_out: Int

    /// Creates the usage with the limits.
    public init(count: Int, count_limit: Int, bytes: Int, bytes_limit: Int, left_out: Int) {
        self.count = count
        self.count_limit = count_limit
        self.bytes = bytes
        self.bytes_limit = bytes_limit
        self.left_out = left_out
    }
}

/// The monitors that were changed at run time, compared with the configuration file.
public struct RuntimeMonitorRecord: Sendable, Hashable, Codable {
    /// The names of monitors that the file does not have.
    public var added: [String]
    /// The names of monitors that the file has with other settings.
    public var replaced: [String]
    /// The names of monitors that the file has and the daemon does not evaluate.
    public var removed: [String]

    /// Creates the record of these monitors.
    public init(added: [String] = [], replaced: [String] = [], removed: [String] = []) {
        self.added = added
        self.replaced = replaced
        self.removed = removed
    }

    /// The monitors that differ from the file, each with the predicate of a sentence.
    public var overridden: [(monitor: String, predicate: String)] {
        replaced.map { ($0, "is as changed at run time, not as the file says") }
            + removed.map { ($0, "was removed at run time, though the file has it") }
    }

    /// One sentence for each of these monitors, with what to do, without a full stop.
    public var sentences: [String] {
        overridden.map { monitor, predicate in
            "monitor \(monitor) \(predicate); to follow the file again: "
                + "geofencectl monitor revert \(monitor)"
        }
    }
}
