/// The parameters of `Fix.last`.
public struct FixQuery: Sendable, Hashable, Codable {
    /// Only this source.
    public var source: String?
    /// Whether to send every further fix as a `fix` notification; the default is no.
    public var follow: Bool?
    /// Whether to answer with the last accepted fix of each source, instead of the last one, and to follow accepted
    /// fixes only; the default is no.
    public var accepted: Bool?
    /// With `follow`: at most one fix of each source in so many seconds, 0 to 86,400. The newest fix of those
    /// seconds is sent at their end.
    public var min_interval_s: Double?
    /// With `follow`: only fixes at least so many metres from the last one sent of their source, 0 to 1,000,000.
    public var min_distance_m: Double?

    /// A query; nil selects every source.
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

    /// Those fixes.
    public init(fixes: [FixRecord]) {
        self.fixes = fixes
    }
}
