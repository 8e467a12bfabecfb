/// The parameters of `Fix.last`.
public struct FixQuery: Sendable, Hashable, Codable {
    /// Only this source.
    public var source: String?
    /// Whether every further fix is sent as a `fix` notification; nil is no.
    public var follow: Bool?

    /// A query; nil asks for every source.
    public init(source: String? = nil, follow: Bool? = nil) {
        self.source = source
        self.follow = follow
    }
}

/// The result of `Fix.last`.
public struct FixList: Sendable, Hashable, Codable {
    /// The last fix of each source that ever had one, in order of source.
    public var fixes: [FixRecord]

    /// Those fixes.
    public init(fixes: [FixRecord]) {
        self.fixes = fixes
    }
}
