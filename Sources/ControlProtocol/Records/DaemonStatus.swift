/// The result of `Daemon.status`.
public struct DaemonStatus: Sendable, Hashable, Codable {
    /// Always `geofenced`.
    public var server: String
    /// Its version.
    public var version: String
    /// What it speaks.
    public var `protocol`: ProtocolVersion
    /// `ok` when nothing is wrong, else `degraded`.
    public var health: String
    /// What is wrong, one sentence each with what to do; the most important first.
    public var problems: [String]
    /// Its process.
    public var pid: Int
    /// The kernel's boot id.
    public var boot_id: String
    /// When it started, RFC 3339 by the system clock.
    public var started_at: String
    /// Seconds it has run, suspended time included.
    public var uptime_s: Double
    /// The system clock now, RFC 3339.
    public var time: String
    /// Whether the system clock is synchronised; nil when that cannot be known.
    public var clock_synchronized: Bool?
    /// The configuration file.
    public var config: String
    /// When the configuration in force was read, RFC 3339.
    public var config_loaded_at: String
    /// Why the last reload was refused; nil when it was not.
    public var config_error: String?
    /// Connected clients, this one included.
    public var clients: Int
    /// Resident memory, bytes.
    public var memory_bytes: Int64?
    /// Which kinds of fence are judged.
    public var kinds: KindSwitches
    /// The event log.
    public var store: StoreRecord
    /// The fences that were changed at run time; nil where the daemon is of an earlier version.
    public var runtime_fences: RuntimeFenceRecord?
    /// Every consumer of events; nil where the daemon is of an earlier version.
    public var consumers: [ConsumerRecord]?
    /// The recorder of fixes; nil where the daemon is of an earlier version.
    public var recorder: RecorderRecord?
    /// Every source, in order of name.
    public var sources: [SourceRecord]
    /// Every monitor, in the order of the configuration.
    public var monitors: [MonitorRecord]

    /// The status of a daemon that is well and has neither sources nor monitors yet.
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
