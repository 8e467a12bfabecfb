/// The parameters of the methods for one monitor.
public struct MonitorChoice: Sendable, Hashable, Codable {
    /// The monitor's name.
    public var monitor: String

    /// Creates the parameters for a monitor.
    public init(monitor: String) {
        self.monitor = monitor
    }
}

/// The parameters of `Monitor.add` and `Monitor.set`.
public struct MonitorGiven: Sendable, Hashable, Codable {
    /// The monitor's name.
    public var monitor: String
    /// The settings by their keys in the configuration file, without `name`. Relative paths start
    /// at the directory of that file.
    public var settings: RawJSON

    /// Creates a monitor with its settings.
    public init(monitor: String, settings: JSONValue) {
        self.monitor = monitor
        self.settings = RawJSON(settings)
    }
}

/// The parameters of `Monitor.revert`.
public struct MonitorReversion: Sendable, Hashable, Codable {
    /// The monitor's name; nil for all monitors that were changed at run time.
    public var monitor: String?

    /// Creates the reversion of one monitor, or of all.
    public init(monitor: String? = nil) {
        self.monitor = monitor
    }
}

/// The result of `Monitor.list`, and the monitors left by `Monitor.remove` or `Monitor.revert`.
public struct MonitorList: Sendable, Hashable, Codable {
    /// The monitors, in the order of the configuration.
    public var monitors: [MonitorRecord]
    /// The monitors changed at run time; nil from an older daemon.
    public var runtime_monitors: RuntimeMonitorRecord?
    /// Names of the monitors whose changes `Monitor.revert` has discarded; nil in other results.
    public var reverted: [String]?

    /// Creates a list of monitors.
    public init(monitors: [MonitorRecord]) {
        self.monitors = monitors
    }
}

/// The result of `Monitor.inspect`.
public struct MonitorDetail: Sendable, Hashable, Codable {
    /// The monitor.
    public var monitor: MonitorRecord
    /// Every effective setting, by its key in the configuration file.
    public var settings: [String: JSONValue]
    /// Its fences with their state, in order of id: the first page of `Fence.list`.
    public var fences: [FenceState]
    /// The position of the last fence, when `Fence.list` has more.
    public var next: FencePlace?

    /// Creates the result for a monitor with its settings and a page of its fences.
    public init(monitor: MonitorRecord, settings: [String: JSONValue], fences: FenceList) {
        self.monitor = monitor
        self.settings = settings
        self.fences = fences.fences
        next = fences.next
    }
}

/// The parameters of `Kind.enable` and `Kind.disable`.
public struct KindChoice: Sendable, Hashable, Codable {
    /// `level` or `global`.
    public var kind: String

    /// Creates the parameters for a kind.
    public init(kind: String) {
        self.kind = kind
    }
}

/// Whether fences of each kind are evaluated.
public struct KindSwitches: Sendable, Hashable, Codable {
    /// Fences on a floor.
    public var level: Bool
    /// Fences defined by coordinates only.
    public var global: Bool
    /// Why the change is not durable yet; nil when it is.
    public var warning: String?

    /// Creates both switches.
    public init(level: Bool, global: Bool) {
        self.level = level
        self.global = global
    }
}
