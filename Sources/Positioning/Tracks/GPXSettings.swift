/// The settings of the reader of a GPX file.
public struct GPXSettings: Hashable, Sendable {
    /// Whether exactly 0 N 0 E is a place and not a receiver's way to say that it has none.
    public var allowsNullIsland = false

    /// The defaults.
    public init() {}
}
