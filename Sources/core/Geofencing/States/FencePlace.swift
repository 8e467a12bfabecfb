/// The distance and the thresholds of a fence for one fix.
struct FencePlace {
    var number: FenceNumber
    /// The signed distance of the fix in metres. If it is beyond `Thresholds.limit_m`, either way,
    /// only its sign is exact, and its size may be too small.
    var distance_m: Double
    /// The thresholds for the fix.
    var thresholds: Thresholds
}
