/// A fence as a fix finds it.
struct FencePlace {
    var number: FenceNumber
    /// Signed distance of the fix in metres; more than `Thresholds.limit_m` it may be nearer to
    /// zero than it is.
    var distance_m: Double
    /// The thresholds that hold for the fix.
    var thresholds: Thresholds
}
