import Geofencing

/// The settings with which fences will be used, as far as the linter needs them. The settings of a
/// fence take precedence.
public struct FenceUse: Sendable, Hashable {
    /// The range of a buffer and of an accuracy in metres: up to half the circumference of the
    /// Earth, the greatest possible distance.
    public static let distances_m = 0...Setting.longestDistance_m

    /// The buffer around every fence in metres.
    public var buffer_m = 0.0
    /// The horizontal accuracy in metres (95 %); by default of a modern receiver under open sky.
    public var accuracy_m = 5.0
    /// The enter tolerance, as a fraction of the radius of the enclosing circle.
    public var toleranceEnter = 0.0
    /// The exit tolerance, as a fraction of the radius of the enclosing circle.
    public var toleranceExit = 0.0

    /// Creates the defaults of a monitor.
    public init() {}
}
