/// The state of a monitor.
public struct MonitorRecord: Sendable, Hashable, Codable {
    /// A present problem.
    public struct Warning: Sendable, Hashable, Codable {
        /// The stable code (`feed-stale`, `no-valid-fences`, …).
        public var code: String
        /// One sentence: what, where, why, what to do.
        public var message: String

        /// Creates a warning with its message.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// A fence that the receiver is inside.
    public struct Entered: Sendable, Hashable, Codable {
        /// The fence's id.
        public var fence: String
        /// The fence's name.
        public var name: String
        /// When the fence was entered, RFC 3339; nil when the receiver was inside already.
        public var entered_at: String?
        /// The first time known to be inside, RFC 3339; nil where only an earlier run knew it.
        public var known_since: String?

        /// Creates an inside fence without times.
        public init(fence: String, name: String) {
            self.fence = fence
            self.name = name
        }
    }

    /// The monitor's name.
    public var name: String
    /// The id under which state, visits and events are stored; nil from an older daemon.
    public var id: String?
    /// `stopped`, `starting`, `started`, `failedToStart` or `paused`.
    public var status: String
    /// The present warnings.
    public var warnings: [Warning]
    /// The monitor's source.
    public var source: String
    /// The monitor's fence set.
    public var fence_set: String
    /// The number of fences that the monitor evaluates.
    public var fences: Int
    /// Ids of the inside fences, in order, at most `Limits.listedInside`; empty while the source is
    /// stale.
    public var inside: [String]
    /// The inside fences in the order in which they were entered, the last one last: at most the
    /// newest `Limits.listedInside`; nil from an older daemon.
    public var entered: [Entered]?
    /// The number of inside fences that are not listed; `Fence.list` returns the state of each.
    public var inside_more: Int?
    /// True where the monitor was added or replaced at run time; nil where it is as configured.
    public var runtime: Bool?
    /// The number of events since the daemon started that have the standard sentence because the
    /// message expression failed; nil for none.
    public var message_failures: Int?
    /// `enter`, `exit` or `enterOrExit`.
    public var rule: String
    /// Whether the monitor starts with the daemon.
    public var autostart: Bool

    /// Creates a monitor without warnings and inside fences.
    public init(
        name: String, status: String, source: String, fence_set: String, fences: Int, rule: String,
        autostart: Bool
    ) {
        self.name = name
        self.status = status
        warnings = []
        self.source = source
        self.fence_set = fence_set
        self.fences = fences
        inside = []
        self.rule = rule
        self.autostart = autostart
    }
}
