/// How fences will be used, as far as it decides what is wrong with them. A fence's own settings
/// go before these.
public struct FenceUse: Sendable, Hashable {
    /// Metres that a fence may be widened by and a receiver be off: up to half the way round the
    /// Earth, farther than which no place is from a fence.
    public static let distances_m = 0...20_100_000.0

    /// Metres around every fence.
    public var buffer_m = 0.0
    /// Metres of horizontal accuracy, 95 %; an open-sky receiver of today.
    public var accuracy_m = 5.0
    /// Share of the enclosing circle's radius for entering.
    public var toleranceEnter = 0.0
    /// Share of the enclosing circle's radius for leaving.
    public var toleranceExit = 0.0

    /// The defaults of a monitor.
    public init() {}
}
