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
