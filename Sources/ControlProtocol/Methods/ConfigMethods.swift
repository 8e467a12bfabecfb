/// The result of `Config.reload`: what differs from before. A bad file is `ConfigInvalid` with
/// all its problems, and changes nothing.
public struct ConfigReloaded: Sendable, Hashable, Codable {
    /// The configuration file.
    public var path: String
    /// Names of monitors that are new, changed or gone, in order.
    public var monitors: Difference
    /// Names of sources that are new, changed or gone, in order.
    public var sources: Difference
    /// Ids of fences that are new, changed or gone, in order of set and id.
    public var fences: Difference
    /// What is questionable but does not prevent working, one sentence each.
    public var warnings: [String] = []

    /// What changed among things with names.
    public struct Difference: Sendable, Hashable, Codable {
        /// Those that are new.
        public var added: [String] = []
        /// Those that are different.
        public var changed: [String] = []
        /// Those that are gone.
        public var removed: [String] = []

        /// No difference.
        public init() {}
    }

    /// A reload of that file without any difference.
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
    /// When it was taken into force, RFC 3339 by the system clock.
    public var loaded_at: String
    /// Its text as it was read.
    public var text: String
    /// Each fence file in force with how many fences it gave.
    public var fence_files: [FenceFile]

    /// A fence file.
    public struct FenceFile: Sendable, Hashable, Codable {
        /// Its path.
        public var path: String
        /// How many fences it gives.
        public var fences: Int
        /// How many of them are not as it says, but as they were changed at run time; nil when all
        /// are as it says.
        public var overridden: Int?
        /// How many fences its set has beside them, added at run time; nil when none.
        public var added: Int?
        /// What is wrong with it, one sentence each.
        public var problems: [String]

        /// A file with its outcome.
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

    /// A configuration in force.
    public init(path: String, loaded_at: String, text: String, fence_files: [FenceFile] = []) {
        self.path = path
        self.loaded_at = loaded_at
        self.text = text
        self.fence_files = fence_files
    }
}
