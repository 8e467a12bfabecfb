import Geofencing

/// How fences will be used, as far as it matters to the linter. A fence's own settings take
/// precedence.
public struct FenceUse: Sendable, Hashable {
    /// The range of a buffer and of an accuracy in metres: up to half the circumference of the
    /// Earth, the greatest possible distance.
    public static let distances_m = 0...Setting.longestDistance_m

    /// Metres that every fence is widened by.
    public var buffer_m = 0.0
    /// Horizontal accuracy in metres, 95 %; the default is a modern receiver under open sky.
    public var accuracy_m = 5.0
    /// The enter tolerance, a fraction of the enclosing circle's radius.
    public var toleranceEnter = 0.0
    /// The exit tolerance, a fraction of the enclosing circle's radius.
    public var toleranceExit = 0.0

    /// The defaults of a monitor.
    public init() {}
}
