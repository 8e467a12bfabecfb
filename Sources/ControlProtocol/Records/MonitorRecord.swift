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

    /// Its name.
    public var name: String
    /// What its state, its visits and its events are kept under; nil where the daemon is of an earlier
    /// version.
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
    /// How many more fences are inside; `Fence.list` has all states.
    public var inside_more: Int?
    /// How many events since the daemon started had the standard sentence because the message expression
    /// failed; nil for none.
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
