/// What holds for every fence of one kind unless a monitor or the fence itself says otherwise.
public struct KindDefaults: Sendable, Hashable {
    /// Whether fences of this kind are judged at all.
    public var enabled: Bool
    /// Seconds after a report in which raw changes of that fence are held back; 0 disables.
    public var ignorePeriod_s: Double
    /// Share of the enclosing circle's radius that widens the fence for entering; may be negative.
    public var toleranceEnter: Double
    /// The same for leaving.
    public var toleranceExit: Double
    /// Metres for entering, instead of shares.
    public var toleranceEnter_m: Double?
    /// Metres for leaving, instead of shares.
    public var toleranceExit_m: Double?
    /// What an unknown floor means for a level fence, and an unknown altitude for a fence of either
    /// kind that is limited in altitude.
    public var floorPolicy: FloorPolicy

    /// The defaults users meet: on, 30 s, no tolerance, strict floors.
    public init(
        enabled: Bool = true, ignorePeriod_s: Double = 30, toleranceEnter: Double = 0,
        toleranceExit: Double = 0, floorPolicy: FloorPolicy = .strict
    ) {
        self.enabled = enabled
        self.ignorePeriod_s = ignorePeriod_s
        self.toleranceEnter = toleranceEnter
        self.toleranceExit = toleranceExit
        self.floorPolicy = floorPolicy
    }
}
