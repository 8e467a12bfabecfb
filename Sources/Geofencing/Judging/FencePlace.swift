import Geodesy

/// A fence as a fix finds it.
struct FencePlace {
    var number: FenceNumber
    /// How near its boundary is as drawn, exactly within `Thresholds.limit_m`.
    var proximity: Proximity
    /// The thresholds that hold for the fix.
    var thresholds: Thresholds

    /// Signed distance of the fix in metres; beyond that limit, either way, only its sign is exact,
    /// and it may be given shorter.
    var distance_m: Double { proximity.signedDistance }
}
