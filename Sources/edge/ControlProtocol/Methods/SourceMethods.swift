/// The parameters of the methods for one source.
public struct SourceChoice: Sendable, Hashable, Codable {
    /// The source's name.
    public var source: String

    /// Creates the parameters for a source.
    public init(source: String) {
        self.source = source
    }
}

/// The result of `Source.list`.
public struct SourceList: Sendable, Hashable, Codable {
    /// The sources, sorted by name.
    public var sources: [SourceRecord]

    /// Creates a list of sources.
    public init(sources: [SourceRecord]) {
        self.sources = sources
    }
}

/// The parameters of `Source.push`.
public struct SourcePush: Sendable, Hashable, Codable {
    /// The name of a source of type `socket`.
    public var source: String
    /// The fixes, oldest first: objects with the keys of a `FixRecord` or of another supported JSON
    /// form of a fix; only `lat` and `lon` are required.
    public var fixes: [RawJSON]
    /// True for fixes that a device recorded while it was offline: at most `Limits.historyFixes`,
    /// each with its time. They are evaluated separately and do not change the live state. Fixes in
    /// a time span that an earlier history or the live source has covered are ignored.
    public var history: Bool?
    /// True when the next push of the connection continues the history: visits go on. The history
    /// ends with a push without it, or with the connection.
    public var more: Bool?

    /// Creates the parameters with fixes for a source.
    public init(
        source: String, fixes: [JSONValue], history: Bool? = nil, more: Bool? = nil
    ) {
        self.source = source
        self.fixes = fixes.map(RawJSON.init)
        self.history = history
        self.more = more
    }
}

/// The result of `Source.push`.
public struct SourcePushed: Sendable, Hashable, Codable {
    /// The number of fixes that were read and passed on for evaluation.
    public var accepted: Int
    /// Why the other fixes were refused, one sentence each.
    public var problems: [String]
    /// The number of fixes of a history that were ignored because their time span was covered
    /// already; nil for live fixes.
    public var covered: Int?
    /// The number of accepted fixes that fences were evaluated with; nil from an older daemon.
    public var evaluated: Int?
    /// The accepted fixes that a check of the source refused, by reason and in order of reason; nil
    /// for none.
    public var refused: [Refusal]?
    /// The number of accepted fixes that wait for others, because of `reorder_s`; nil for none.
    public var waiting: Int?
    /// The number of accepted fixes that only added values to the previous fix of the same instant
    /// and position, values that no fence needs; nil for none.
    public var completed: Int?

    /// The fixes that a check refused for one reason.
    public struct Refusal: Sendable, Hashable, Codable {
        /// The stable word (`late`, `too-fast`, …), as in the counters `refused.REASON` of a
        /// source.
        public var reason: String
        /// The number of these fixes.
        public var count: Int
        /// The reason for people, as the end of a sentence.
        public var message: String

        /// Creates a number of fixes refused for a reason.
        public init(reason: String, count: Int, message: String) {
            self.reason = reason
            self.count = count
            self.message = message
        }
    }

    /// Creates the result for pushed fixes.
    public init(accepted: Int, problems: [String] = []) {
        self.accepted = accepted
        self.problems = problems
    }
}

/// The content of a `raw` notification.
public struct RawText: Sendable, Hashable, Codable {
    /// The source.
    public var source: String
    /// The time at which it was received, RFC 3339 by the system clock.
    public var time: String
    /// A piece of the source's data as it was read; it may begin and end within a line. Bytes that
    /// are not UTF-8 appear as U+FFFD.
    public var text: String
    /// True when the source was opened: no data was read, and later data is unrelated to earlier
    /// data.
    public var opened: Bool?

    /// Creates a piece received at that time.
    public init(source: String, time: String, text: String) {
        self.source = source
        self.time = time
        self.text = text
    }

    /// Creates the report that the source was opened at that time.
    public init(source: String, openedAt time: String) {
        self.init(source: source, time: time, text: "")
        opened = true
    }
}

/// The parameters of `Fix.last`.
public struct FixQuery: Sendable, Hashable, Codable {
    /// Only this source.
    public var source: String?
    /// Whether every further fix is sent as a `fix` notification; the default is no.
    public var follow: Bool?
    /// Whether the response has the last accepted fix of each source instead of its last fix, and `follow`
    /// sends accepted fixes only; the default is no.
    public var accepted: Bool?
    /// With `follow`: the seconds in which at most one fix of each source is sent, 0 to 86,400. The newest
    /// fix of that time is sent at its end.
    public var min_interval_s: Double?
    /// With `follow`: the least metres between two sent fixes of one source, 0 to 1,000,000.
    public var min_distance_m: Double?

    /// Creates a query; nil selects every source.
    public init(
        source: String? = nil, follow: Bool? = nil, accepted: Bool? = nil,
        min_interval_s: Double? = nil, min_distance_m: Double? = nil
    ) {
        self.source = source
        self.follow = follow
        self.accepted = accepted
        self.min_interval_s = min_interval_s
        self.min_distance_m = min_distance_m
    }
}

/// The result of `Fix.last`.
public struct FixList: Sendable, Hashable, Codable {
    /// The last fix of each source that has had one, sorted by source.
    public var fixes: [FixRecord]

    /// Creates a list of fixes.
    public init(fixes: [FixRecord]) {
        self.fixes = fixes
    }
}
