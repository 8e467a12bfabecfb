/// An upper bound of the metres from one place to another, without trigonometric functions: a
/// longer path on the ellipsoid, bounded by its greatest radius of curvature, b²/a (6,399,594 m).
///
/// Inlinable, like its parts, because every fix needs it.
@inlinable
@inline(__always)
package func distanceUpperBound(from start: Coordinate, to end: Coordinate) -> Double {
    let north = end.latitude - start.latitude
    var east = abs(end.longitude - start.longitude)
    if east > 180 { east = abs(east.remainder(dividingBy: 360)) }
    let nearest =
        start.latitude * end.latitude <= 0 ? 0 : min(abs(start.latitude), abs(end.latitude))
    east *= cosineUpperBound(latitude: nearest)
    return longestDegree_m * (north * north + east * east).squareRoot()
}

/// An upper bound of the metres of a degree of a great circle, anywhere.
@inlinable
package var longestDegree_m: Double { 111_694.4 }

/// An upper bound of the cosine of a latitude in degrees: its series, cut after a positive term.
@inlinable
@inline(__always)
package func cosineUpperBound(latitude: Double) -> Double {
    let angle2 = latitude * latitude * (.pi / 180 * .pi / 180)
    return 1 - angle2 * (1.0 / 2 - angle2 * (1.0 / 24))
}
