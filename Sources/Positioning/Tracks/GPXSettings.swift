/// The settings of the reader of a GPX file.
public struct GPXSettings: Hashable, Sendable {
    /// Whether exactly 0 N 0 E is a position and not a receiver's placeholder for none.
    public var allowsNullIsland = false

    /// The defaults.
    public init() {}
}
