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
