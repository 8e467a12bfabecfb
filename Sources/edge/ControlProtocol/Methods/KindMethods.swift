/// The parameters of `Kind.enable` and `Kind.disable`.
public struct KindChoice: Sendable, Hashable, Codable {
    /// `level` or `global`.
    public var kind: String

    /// Creates the parameters for a kind.
    public init(kind: String) {
        self.kind = kind
    }
}

/// Whether fences of each kind are evaluated.
public struct KindSwitches: Sendable, Hashable, Codable {
    /// Fences on a floor.
    public var level: Bool
    /// Fences defined by coordinates only.
    public var global: Bool
    /// Why the change is not durable yet; nil when it is.
    public var warning: String?

    /// Creates both switches.
    public init(level: Bool, global: Bool) {
        self.level = level
        self.global = global
    }
}
