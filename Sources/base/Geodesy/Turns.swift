/// Returns `longitude` plus the multiple of 360° that brings it within 180° of `target`.
@inlinable
func longitude(_ longitude: Double, nearest target: Double) -> Double {
    let difference = longitude - target
    if abs(difference) <= 180 { return longitude }
    return longitude - 360 * (difference / 360).rounded()
}

extension Coordinate {
    /// The longitude, from -180 to 180 degrees.
    public var turnedLongitude: Double { Geodesy.longitude(longitude, nearest: 0) }

    /// Returns the degrees of longitude and latitude to `other`, in the shorter direction
    /// eastwards or westwards.
    @inlinable
    public func degrees(to other: Coordinate) -> SIMD2<Double> {
        SIMD2(
            Geodesy.longitude(other.longitude - longitude, nearest: 0), other.latitude - latitude)
    }

    /// Returns the place after the fraction `u` of the segment to `end` that is straight in
    /// longitude and latitude.
    public func onSegment(to end: Coordinate, at u: Double) -> Coordinate {
        let segment = degrees(to: end)
        return Coordinate(latitude: latitude + u * segment.y, longitude: longitude + u * segment.x)
    }
}
