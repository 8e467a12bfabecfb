/// The parameters of `Fix.last`.
public struct FixQuery: Sendable, Hashable, Codable {
    /// Only this source.
    public var source: String?
    /// Whether to send every further fix as a `fix` notification; the default is no.
    public var follow: Bool?
    /// Whether to answer with the last accepted fix of each source, instead of the last one; the default is no.
    public var accepted: Bool?

    /// A query; nil selects every source.
    public init(source: String? = nil, follow: Bool? = nil, accepted: Bool? = nil) {
        self.source = source
        self.follow = follow
        self.accepted = accepted
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
