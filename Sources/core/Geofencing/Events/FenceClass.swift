/// A class of fences that need the same data of a fix. Without a floor or an altitude, a fix may be
/// indeterminate for the fences of one class and determinate for those of another.
public struct FenceClass: Sendable, Hashable {
    /// The kind of the fences.
    public var kind: FenceKind
    /// Whether the fences have altitude limits.
    public var isLimited: Bool

    /// Creates the class of the fences of a kind, with or without altitude limits.
    public init(_ kind: FenceKind, isLimited: Bool = false) {
        self.kind = kind
        self.isLimited = isLimited
    }

    /// Returns the classes of a kind.
    package static func all(of kind: FenceKind) -> [FenceClass] {
        [FenceClass(kind), FenceClass(kind, isLimited: true)]
    }

    /// All classes.
    package static let all = FenceKind.allCases.flatMap(all(of:))
}

extension FenceRules {
    /// The class of the fences with these rules.
    var fenceClass: FenceClass { FenceClass(kind, isLimited: altitude.isAny) }
}
