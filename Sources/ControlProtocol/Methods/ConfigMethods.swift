/// The result of `Config.reload`: the differences. An invalid file is `ConfigInvalid` with all its
/// problems, and changes nothing.
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

    /// Differences between named things.
    public struct Difference: Sendable, Hashable, Codable {
        /// Those that were added.
        public var added: [String] = []
        /// Those that were changed.
        public var changed: [String] = []
        /// Those that were removed.
        public var removed: [String] = []

        /// No difference.
        public init() {}
    }

    /// A reload without differences.
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
    /// When it was applied, RFC 3339 by the system clock.
    public var loaded_at: String
    /// Its text.
    public var text: String
    /// Each fence file in use.
    public var fence_files: [FenceFile]
    /// The monitors changed at run time, of which `text` says nothing; nil from an older daemon.
    public var runtime_monitors: RuntimeMonitorRecord?

    /// A fence file.
    public struct FenceFile: Sendable, Hashable, Codable {
        /// Its path.
        public var path: String
        /// How many fences it contains.
        public var fences: Int
        /// How many of them were replaced or removed at run time; nil for none.
        public var overridden: Int?
        /// How many fences were added to its set at run time; nil for none.
        public var added: Int?
        /// The problems of the file, one sentence each.
        public var problems: [String]

        /// A file with its result.
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

    /// The configuration in use.
    public init(path: String, loaded_at: String, text: String, fence_files: [FenceFile] = []) {
        self.path = path
        self.loaded_at = loaded_at
        self.text = text
        self.fence_files = fence_files
    }
}
