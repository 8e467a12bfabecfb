/// The result of `Config.reload`: the differences. An invalid file changes nothing and fails with
/// `ConfigInvalid` and all its problems.
public struct ConfigReloaded: Sendable, Hashable, Codable {
    /// The configuration file.
    public var path: String
    /// Names of added, changed and removed monitors, in order.
    public var monitors: Difference
    /// Names of added, changed and removed sources, in order.
    public var sources: Difference
    /// Ids of added, changed and removed fences, in order of set and id.
    public var fences: Difference
    /// Problems that do not prevent operation, one sentence each.
    public var warnings: [String] = []

    /// Differences between two lists of named items.
    public struct Difference: Sendable, Hashable, Codable {
        /// The added items.
        public var added: [String] = []
        /// The changed items.
        public var changed: [String] = []
        /// The removed items.
        public var removed: [String] = []

        /// Creates an empty difference.
        public init() {}
    }

    /// Creates a reload without differences.
    public init(path: String) {
        self.path = path
        monitors = Difference()
        sources = Difference()
        fences = Difference()
    }
}

/// The result of `Config.show`.
public struct ConfigShown: Sendable, Hashable, Codable {
    /// The configuration file.
    public var path: String
    /// The time at which it was applied, RFC 3339 by the system clock.
    public var loaded_at: String
    /// Its text.
    public var text: String
    /// Each fence file in use.
    public var fence_files: [FenceFile]
    /// The monitors changed at run time, which `text` does not show; nil from an older daemon.
    public var runtime_monitors: RuntimeMonitorRecord?

    /// A fence file.
    public struct FenceFile: Sendable, Hashable, Codable {
        /// Its path.
        public var path: String
        /// The number of fences in the file.
        public var fences: Int
        /// The number of them that were replaced or removed at run time; nil for none.
        public var overridden: Int?
        /// The number of fences that were added to its set at run time; nil for none.
        public var added: Int?
        /// The problems of the file, one sentence each.
        public var problems: [String]

        /// Creates the record of a file.
        public init(
            path: String, fences: Int, overridden: Int? = nil, added: Int? = nil,
            problems: [String] = []
        ) {
            self.path = path
            self.fences = fences
            self.overridden = overridden
            self.added = added
            self.problems = problems
        }
    }

    /// Creates the result for the configuration in use.
    public init(path: String, loaded_at: String, text: String, fence_files: [FenceFile] = []) {
        self.path = path
        self.loaded_at = loaded_at
        self.text = text
        self.fence_files = fence_files
    }
}
