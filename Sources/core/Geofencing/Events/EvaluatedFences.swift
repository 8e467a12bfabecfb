/// The fences that a monitor has evaluated. A fence without a record is outside if the fence and
/// its rules are still the same.
public struct EvaluatedFences: Sendable, Hashable {
    /// The hash of the rules of each class that was evaluated.
    public var rules: [FenceClass: UInt64]
    /// The digest of the fences.
    public var fences: FenceDigest
    /// For each class, the last fix after which it is unknown whether its fences are still outside.
    /// A class is missing if the last fix of the source determined it.
    public var unknownSince: [FenceClass: SavedInstant]

    /// Creates the value for fences that were evaluated under rules with those hashes.
    public init(
        rules: [FenceClass: UInt64], fences: FenceDigest,
        unknownSince: [FenceClass: SavedInstant] = [:]
    ) {
        self.rules = rules
        self.fences = fences
        self.unknownSince = unknownSince
    }
}
