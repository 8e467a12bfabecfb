/// The settings of every fence of one kind, unless a monitor or the fence itself overrides them.
public struct KindDefaults: Sendable, Hashable {
    /// Whether fences of this kind are evaluated.
    public var enabled = true
    /// Seconds after a report, and after each suppressed change, during which confirmed changes of
    /// the fence are suppressed; 0 disables the ignore period.
    public var ignorePeriod_s = 30.0
    /// Share of the enclosing circle's radius that widens the fence for entering, -1 to 100.
    public var toleranceEnter = 0.0
    /// The same share for leaving, -1 to 100; not below that for entering.
    public var toleranceExit = 0.0
    /// Metres that widen the fence for entering, or shrink it if negative; replace the share.
    public var toleranceEnter_m: Double?
    /// Metres that widen the fence for leaving; replace the share. Not below those for entering.
    public var toleranceExit_m: Double?
    /// How a level fence treats an unknown floor, and how a fence of either kind with altitude
    /// limits treats an unknown altitude.
    public var floorPolicy = FloorPolicy.strict

    /// Creates defaults: enabled, 30 s, no tolerance, strict floors.
    public init() {}
}
