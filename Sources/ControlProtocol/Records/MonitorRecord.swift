/// The state of a monitor.
public struct MonitorRecord: Sendable, Hashable, Codable {
    /// A present problem.
    public struct Warning: Sendable, Hashable, Codable {
        /// The stable code (`feed-stale`, `no-valid-fences`, …).
        public var code: String
        /// One sentence: what, where, why, what to do.
        public var message: String

        /// A warning with its message.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// A fence that is inside.
    public struct Entered: Sendable, Hashable, Codable {
        /// The fence's id.
        public var fence: String
        /// The fence's name.
        public var name: String
        /// When it was entered, RFC 3339; nil when the receiver was inside already.
        public var entered_at: String?
        /// Since when it is known to be inside, RFC 3339; nil where only an earlier run knew that.
        public var known_since: String?

        /// A fence that is inside since a time that is not known.
        public init(fence: String, name: String) {
            self.fence = fence
            self.name = name
        }
    }

    /// Its name.
    public var name: String
    /// What its state, its visits and its events are kept under; nil where the daemon is of an
    /// earlier version.
    public var id: String?
    /// `stopped`, `starting`, `started`, `failedToStart` or `paused`.
    public var status: String
    /// The present problems.
    public var warnings: [Warning]
    /// Its source.
    public var source: String
    /// Its fence set.
    public var fence_set: String
    /// How many fences it evaluates.
    public var fences: Int
    /// Ids of the inside fences, in order, at most `Limits.listedInside`; empty while the source is
    /// stale.
    public var inside: [String]
    /// The fences that are inside in the order in which they were entered, the last one last: at
    /// most the newest `Limits.listedInside`; nil where the daemon is of an earlier version.
    public var entered: [Entered]?
    /// How many more are inside, when not all are named: `Fence.list` gives the state of each.
    public var inside_more: Int?
    /// True where it was added or replaced at run time; nil where it is as configured.
    public var runtime: Bool?
    /// How many events since the daemon started had the standard sentence because the message
    /// expression failed; nil for none.
    public var message_failures: Int?
    /// `enter`, `exit` or `enterOrExit`.
    public var rule: String
    /// Whether it starts with the daemon.
    public var autostart: Bool

    /// A monitor without warnings and inside fences.
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
