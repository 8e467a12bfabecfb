/// A monitor as it stands.
public struct MonitorRecord: Sendable, Hashable, Codable {
    /// Something that is wrong now.
    public struct Warning: Sendable, Hashable, Codable {
        /// The stable word (`feed-stale`, `no-valid-fences`, …).
        public var code: String
        /// One sentence: what, where, why, what to do.
        public var message: String

        /// A warning with its sentence.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// Its name.
    public var name: String
    /// `stopped`, `starting`, `started`, `failedToStart` or `paused`.
    public var status: String
    /// What is wrong now; empty when all is well.
    public var warnings: [Warning]
    /// The source it listens to.
    public var source: String
    /// The fence set it watches.
    public var fence_set: String
    /// How many fences it judges.
    public var fences: Int
    /// Ids of the fences that are inside, in order, at most `Limits.listedInside`; none while the source
    /// is stale.
    public var inside: [String]
    /// How many more are inside, when not all are named: `Fence.list` tells the state of each.
    public var inside_more: Int?
    /// `enter`, `exit` or `enterOrExit`.
    public var rule: String
    /// Whether it starts with the daemon.
    public var autostart: Bool

    /// A monitor without warnings and with nothing inside.
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
