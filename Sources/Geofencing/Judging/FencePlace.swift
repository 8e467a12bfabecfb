/// A fence as a fix finds it.
struct FencePlace {
    var number: FenceNumber
    /// Signed distance of the fix in metres.
    var distance_m: Double
    /// The thresholds that hold for the fix.
    var thresholds: Thresholds
}
