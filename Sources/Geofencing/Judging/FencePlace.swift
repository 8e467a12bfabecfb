/// A fence as a fix finds it.
struct FencePlace {
    var number: FenceNumber
    /// Signed distance of the fix in metres; beyond `Thresholds.limit_m`, either way, only its sign is
    /// exact, and it may be given shorter: as may that of a fence that has been crossed, where nothing
    /// but the side decides.
    var distance_m: Double
    /// The thresholds that hold for the fix.
    var thresholds: Thresholds
}
