/// The ellipsoid that satellite positions refer to (NGA.STND.0036, World Geodetic System 1984).
public enum WGS84 {
    /// Equatorial radius in metres.
    public static let equatorialRadius = 6_378_137.0
    /// Flattening, a pure number.
    public static let flattening = 1 / 298.257223563
    /// Polar radius in metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)
    /// First eccentricity squared.
    static let eccentricitySquared = flattening * (2 - flattening)
    /// Second eccentricity squared.
    static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)
    /// Third flattening, the expansion parameter of the geodesic series.
    static let thirdFlattening = flattening / (2 - flattening)
    /// The least radius of curvature in metres: along the meridian, at the equator. A step on the
    /// ellipsoid is never shorter than the same step on a sphere of this radius that carries the
    /// same latitudes and longitudes.
    static let leastCurvatureRadius = equatorialRadius * (1 - eccentricitySquared)
    /// The greatest radius of curvature in metres, at the poles. A step is never longer than the
    /// same step on a sphere of this radius.
    static let greatestCurvatureRadius = equatorialRadius * equatorialRadius / polarRadius

    /// The radius of curvature in metres across the meridian, by the squared sine of latitude.
    static func transverseRadius(sineSquared: Double) -> Double {
        equatorialRadius / (1 - eccentricitySquared * sineSquared).squareRoot()
    }

    /// The radius of curvature in metres along the meridian, by the squared sine of latitude.
    static func meridianRadius(sineSquared: Double) -> Double {
        let w = 1 - eccentricitySquared * sineSquared
        return equatorialRadius * (1 - eccentricitySquared) / (w * w.squareRoot())
    }
}
