import Geodesy

/// Returns the geodetic position and ellipsoidal height (metres) of an earth-centred, earth-fixed
/// position in metres; nil near the centre of the earth or far from it, where no receiver is.
///
/// Bowring, "The accuracy of geodetic latitude and height equations" (1985): exact to a nanometre
/// from the ground up to low orbits.
func geodetic(ecefX x: Double, y: Double, z: Double) -> (place: Coordinate, height: Double)? {
    let a = WGS84.equatorialRadius
    let f = WGS84.flattening
    let b = a * (1 - f)
    let e2 = f * (2 - f)
    let radius = (x * x + y * y + z * z).squareRoot()
    guard radius > 1_000_000, radius < 100_000_000 else { return nil }
    let p = (x * x + y * y).squareRoot()
    let ep2 = e2 / (1 - e2)
    let tanU = b * z / (a * p) * (1 + ep2 * b / radius)
    let cosU2 = 1 / (1 + tanU * tanU)
    let cosU = cosU2.squareRoot()
    let sinU = p > 0 ? tanU * cosU : (z < 0 ? -1 : 1)
    let latitude = arctangent(
        z + ep2 * b * sinU * sinU * sinU, p - e2 * a * cosU * cosU * cosU)
    let (sine, cosine) = sineAndCosine(latitude)
    let height = p * cosine + z * sine - a * (1 - e2 * sine * sine).squareRoot()
    let place = Coordinate(
        latitude: latitude * 180 / .pi, longitude: arctangent(y, x) * 180 / .pi)
    return (place, height)
}
