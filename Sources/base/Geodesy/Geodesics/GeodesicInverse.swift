/// The inverse problem of geodesics: from two places to length and azimuths.
///
/// Symbols are the paper's (Karney 2013): β reduced latitude, α azimuth, σ arc on the auxiliary
/// sphere, ω its longitude, λ longitude; `s` and `c` before a symbol are its sine and cosine.
struct GeodesicInverse {
    /// A stand-in for zero that keeps quotients finite.
    static let tiny = Double.leastNormalMagnitude.squareRoot()
    static let tolerance0 = Double.ulpOfOne
    static let tolerance1 = 200 * tolerance0
    static let tolerance2 = tolerance0.squareRoot()

    var sbet1 = 0.0
    var cbet1 = 0.0
    var dn1 = 0.0
    var sbet2 = 0.0
    var cbet2 = 0.0
    var dn2 = 0.0
    var lam12 = 0.0
    var slam12 = 0.0
    var clam12 = 0.0
    var salp1 = 0.0
    var calp1 = 0.0
    var salp2 = 0.0
    var calp2 = 0.0

    /// Returns the geodesic from `start` to `end`.
    static func solve(from start: Coordinate, to end: Coordinate) -> Geodesic {
        // Canonical form: start in the south and nearer to its pole, end to the east.
        var (lon12, lon12Rest) = longitudeDifference(start.longitude, end.longitude)
        let eastward: Double = lon12 >= 0 ? 1 : -1
        lon12 *= eastward
        lon12Rest *= eastward
        var (lat1, lat2) = (latitude(of: start), latitude(of: end))
        let swapped = abs(lat1) < abs(lat2)
        var azimuthSign = eastward
        if swapped {
            azimuthSign = -azimuthSign
            (lat1, lat2) = (lat2, lat1)
        }
        // Tests the sign, so that a start on the equator is -0, as the formulas need it.
        let latitudeSign: Double = lat1.sign == .minus ? 1 : -1
        lat1 *= latitudeSign
        lat2 *= latitudeSign

        var problem = GeodesicInverse()
        problem.place(lat1: lat1, lat2: lat2, lon12: lon12, rest: lon12Rest)
        let metres = problem.run(startsAtPole: lat1 == -90, lon12: lon12)

        let sineSign = swapped ? -azimuthSign : azimuthSign
        let cosineSign = swapped ? -latitudeSign : latitudeSign
        let (sine, cosine) =
            swapped ? (problem.salp2, problem.calp2) : (problem.salp1, problem.calp1)
        return Geodesic(
            length: metres,
            initialAzimuth: arctangentDegrees(sineSign * sine, cosineSign * cosine))
    }

    /// The latitude in degrees; 0 where its square would underflow and the result be no number.
    static func latitude(of place: Coordinate) -> Double {
        abs(place.latitude) < 1e-100 ? 0 : place.latitude
    }

    /// Returns `to` - `from` in degrees, -180 to 180, and its rounding error.
    private static func longitudeDifference(
        _ from: Double, _ to: Double
    ) -> (difference: Double, rest: Double) {
        let a = (-from).remainder(dividingBy: 360)
        let b = to.remainder(dividingBy: 360)
        let sum = a + b
        let aPart = sum - b
        let rest = (a - aPart) + (b - (sum - aPart))
        return (sum.remainder(dividingBy: 360), rest)
    }

    private mutating func place(lat1: Double, lat2: Double, lon12: Double, rest: Double) {
        let f1 = 1 - WGS84.flattening
        lam12 = (lon12 + rest) * radiansPerDegree
        if lon12 > 90 {
            let (s, c) = sineAndCosine(degrees: (180 - lon12) - rest)
            (slam12, clam12) = (s, -c)
        } else {
            (slam12, clam12) = sineAndCosine(degrees: lon12 + rest)
        }
        (sbet1, cbet1) = sineAndCosine(degrees: lat1)
        (sbet1, cbet1) = direction(sbet1 * f1, cbet1)
        cbet1 = max(Self.tiny, cbet1)
        (sbet2, cbet2) = sineAndCosine(degrees: lat2)
        (sbet2, cbet2) = direction(sbet2 * f1, cbet2)
        cbet2 = max(Self.tiny, cbet2)
        // Equal or opposite latitudes must come out equal to the last bit.
        if cbet1 < -sbet1 {
            if cbet2 == cbet1 { sbet2 = sbet2 < 0 ? sbet1 : -sbet1 }
        } else if abs(sbet2) == -sbet1 {
            cbet2 = cbet1
        }
        let ep2 = WGS84.secondEccentricitySquared
        dn1 = (1 + ep2 * sbet1 * sbet1).squareRoot()
        dn2 = (1 + ep2 * sbet2 * sbet2).squareRoot()
    }

    /// Solves for the azimuths at both ends and returns the length in metres.
    private mutating func run(startsAtPole: Bool, lon12: Double) -> Double {
        let b = WGS84.polarRadius
        if startsAtPole || slam12 == 0 {
            (salp1, calp1, salp2, calp2) = (slam12, clam12, 0, 1)
            let (ssig1, csig1) = (sbet1, calp1 * cbet1)
            let (ssig2, csig2) = (sbet2, calp2 * cbet2)
            let sig12 = arctangent(
                max(0, csig1 * ssig2 - ssig1 * csig2), csig1 * csig2 + ssig1 * ssig2)
            let (s12, m12) = lengths(
                eps: WGS84.thirdFlattening, sig12: sig12, ssig1, csig1, ssig2, csig2)
            if sig12 < Self.tolerance2 || m12 >= 0 {
                return sig12 < 3 * Self.tiny ? 0 : s12 * b
            }
        }
        if sbet1 == 0, 180 - lon12 >= WGS84.flattening * 180 {
            (salp1, calp1, salp2, calp2) = (1, 0, 1, 0)
            return WGS84.equatorialRadius * lam12
        }
        if let short = start() { return short * b }
        return newton() * b
    }
}
