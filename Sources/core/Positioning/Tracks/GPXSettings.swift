/// The settings for reading a GPX file.
public struct GPXSettings: Hashable, Sendable {
    /// Whether exactly 0 N 0 E is a position and not the placeholder of a receiver for none.
    public var allowsNullIsland = false

    /// Creates the default settings.
    public init() {}
}
