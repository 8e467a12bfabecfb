/// A fence as a fix finds it.
struct FencePlace {
    var number: FenceNumber
    /// Signed distance of the fix in metres; beyond `Thresholds.limit_m`, either way, only its sign is
    /// exact, and it may be given shorter.
    var distance_m: Double
    /// The thresholds that hold for the fix.
    var thresholds: Thresholds
}
