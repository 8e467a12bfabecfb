/// Returns the squared distance of two positions in degrees, in square metres. Plane geometry is
/// accurate enough to decide whether sentences contradict each other.
func planeDistanceSquared(
    _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
) -> Double {
    let metresPerDegree = 111_195.0
    let radians = latitude * (Double.pi / 180)
    let square = radians * radians
    // The Taylor series of the cosine, within 0.1 % for all latitudes.
    let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
    var turn = abs(longitude - otherLongitude)
    if turn > 180 { turn = 360 - turn }
    let north = (latitude - otherLatitude) * metresPerDegree
    let east = turn * metresPerDegree * max(cosine, 0)
    return north * north + east * east
}
