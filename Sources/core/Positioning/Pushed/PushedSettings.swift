/// The settings of a source of pushed fixes.
public struct PushedSettings: Hashable, Sendable {
    /// Whether exactly 0 N 0 E is a position and not the placeholder of a program for none.
    public var allowsNullIsland = false
    /// The level of `accuracy_m` in a line without `accuracy_level`.
    public var accuracyLevel = HorizontalAccuracy.Level.percent95

    /// Creates the default settings.
    public init() {}
}
