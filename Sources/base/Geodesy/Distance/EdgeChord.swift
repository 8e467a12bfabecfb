/// The squared straight-line distance from the origin of a local frame to the point at `t` of an
/// edge, and its derivatives by `t`, in square metres (the first and second derivative halved).
///
/// A chord through the earth is accurate at every latitude and orders points near one another
/// exactly as the geodesic does; the excess of the geodesic is added at the end.
struct EdgeChord {
    var squared: Double
    var slope: Double
    var curvature: Double
    /// The northward and eastward components of the chord, in metres.
    var north: Double
    var east: Double

    /// Creates the chord to the point at `t` of the edge that starts at `start` and continues by
    /// `step`, both in radians of longitude and latitude from the origin of the frame.
    @inline(__always)
    init(from origin: LocalFrame, start: SIMD2<Double>, step: SIMD2<Double>, at t: Double) {
        let offset = start + t * step
        let (sinX, cosX) = smallSineAndCosine(offset.x)
        let (sinY, cosY) = smallSineAndCosine(offset.y)
        let s = origin.sineLatitude * cosY + origin.cosineLatitude * sinY
        let c = origin.cosineLatitude * cosY - origin.sineLatitude * sinY
        let w = 1 - WGS84.eccentricitySquared * s * s
        let transverse = WGS84.equatorialRadius / w.squareRoot()
        let meridian = transverse * (1 - WGS84.eccentricitySquared) / w
        let p = transverse * c
        let x = p * cosX - origin.axial
        let y = p * sinX
        let z = transverse * (1 - WGS84.eccentricitySquared) * s - origin.polar
        let pSlope = -meridian * s * step.y
        let zSlope = meridian * c * step.y
        let xSlope = pSlope * cosX - y * step.x
        let ySlope = pSlope * sinX + p * cosX * step.x
        let pBend = -meridian * c * step.y * step.y
        let zBend = -meridian * s * step.y * step.y
        let xBend = pBend * cosX - 2 * pSlope * sinX * step.x - p * cosX * step.x * step.x
        let yBend = pBend * sinX + 2 * pSlope * cosX * step.x - y * step.x * step.x
        squared = x * x + y * y + z * z
        slope = x * xSlope + y * ySlope + z * zSlope
        curvature =
            xSlope * xSlope + ySlope * ySlope + zSlope * zSlope
            + x * xBend + y * yBend + z * zBend
        north = origin.cosineLatitude * z - origin.sineLatitude * x
        east = y
    }
}

/// Returns sine and cosine, by their series for small angles: beyond 0.05 the ninth order is not
/// sufficient for a double.
func smallSineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    guard abs(x) < 0.05 else { return sineAndCosine(x) }
    let x2 = x * x
    let s = x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72))))
    let c = 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90))))
    return (s, c)
}
