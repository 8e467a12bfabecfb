/// Fences of which a fix tells alike where it tells of some: others may be held for want of a floor or
/// an altitude.
public struct FenceClass: Sendable, Hashable {
    /// Their kind.
    public var kind: FenceKind
    /// Whether they are limited in altitude.
    public var isLimited: Bool

    /// Fences of a kind, limited in altitude or not.
    public init(_ kind: FenceKind, isLimited: Bool = false) {
        self.kind = kind
        self.isLimited = isLimited
    }

    /// Those of a kind.
    static func all(of kind: FenceKind) -> [FenceClass] {
        [FenceClass(kind), FenceClass(kind, isLimited: true)]
    }

    /// All there are.
    static let all = FenceKind.allCases.flatMap(all(of:))
}

extension JudgingRules {
    /// The class of the fences that are judged by them.
    var fenceClass: FenceClass { FenceClass(kind, isLimited: altitude.isAny) }
}
