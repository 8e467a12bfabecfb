/// `longitude` on the turn that is at most half a turn from `target`, in degrees.
@inline(__always)
func longitude(_ longitude: Double, nearest target: Double) -> Double {
    let difference = longitude - target
    if abs(difference) <= 180 { return longitude }
    return longitude - 360 * (difference / 360).rounded()
}

extension Coordinate {
    /// Degrees of longitude and latitude from here to `other`, eastwards or westwards as is shorter.
    public func degrees(to other: Coordinate) -> SIMD2<Double> {
        let east = other.longitude - longitude
        return SIMD2(
            abs(east) > 180 ? east.remainder(dividingBy: 360) : east, other.latitude - latitude)
    }
}
