/// The origin from which distances are measured, with the values that every measurement needs.
///
/// Create one for each fix and use it for all shapes.
public struct LocalFrame: Sendable {
    /// The origin.
    public let coordinate: Coordinate
    /// Longitude and latitude in degrees, the longitude in -180 to 180.
    let position: SIMD2<Double>
    let sineLatitude: Double
    let cosineLatitude: Double
    /// Distance from the earth's axis, and height over the equator's plane, in metres.
    let axial: Double
    let polar: Double
    /// Metres per degree of longitude and of latitude, here.
    let scale: SIMD2<Double>
    /// Radii of curvature in metres along and across the meridian.
    let meridianRadius: Double
    let transverseRadius: Double

    /// Creates a frame at `coordinate`, whose longitude may be beyond ±180.
    public init(_ coordinate: Coordinate) {
        self.coordinate = coordinate
        position = SIMD2(coordinate.turnedLongitude, coordinate.latitude)
        (sineLatitude, cosineLatitude) = sineAndCosine(degrees: coordinate.latitude)
        let s2 = sineLatitude * sineLatitude
        transverseRadius = WGS84.transverseRadius(sineSquared: s2)
        meridianRadius = WGS84.meridianRadius(sineSquared: s2)
        axial = transverseRadius * cosineLatitude
        polar = transverseRadius * (1 - WGS84.eccentricitySquared) * sineLatitude
        scale = SIMD2(axial, meridianRadius) * radiansPerDegree
    }

    /// Returns a box that contains every place at most `metres` from here: never too small, and
    /// only slightly too large.
    public func boundingBox(metres: Double) -> BoundingBox {
        let place = BoundingBox(
            west: position.x, south: position.y, east: position.x, north: position.y)
        // The parallel through here is cos φ times as long as the equator; the greatest longitude
        // of a circle of arc r around here is asin(sin r / cos φ), and asin x < x + x³/4 below 0.6.
        let arc = metres / Self.boundRadius
        let sideways = arc / cosineLatitude
        let northwards = arc / radiansPerDegree + Self.rounding
        guard sideways >= 0, sideways < 0.5, abs(position.y) + northwards < 90 else {
            return place.expanded(byMetres: metres)
        }
        let eastwards =
            sideways * (1 + sideways * sideways / 4) / radiansPerDegree + Self.rounding
        return BoundingBox(
            west: place.west - eastwards, south: place.south - northwards,
            east: place.east + eastwards, north: place.north + northwards)
    }

    /// A margin above the rounding errors of the few operations above, in degrees.
    private static let rounding = 1e-11

    /// Returns a lower bound, close to exact, of the metres from here to the box; 0 inside.
    ///
    /// The ellipsoid is nowhere more curved than a sphere of its least radius of curvature, so a
    /// path on it is at least as long as the path over the same latitudes and longitudes on that
    /// sphere. There hav σ = hav Δφ + cos φ cos φ' hav Δλ, and each term is bounded from below.
    @inline(__always)
    func distanceLowerBound(
        west: Double, south: Double, east: Double, north: Double
    ) -> Double {
        let gapY = Self.gap(fromLatitude: position.y, south: south, north: north)
        let half = (east - west) / 2
        var dx = abs(position.x - (west + half))
        if dx > 180 { dx = dx <= 540 ? abs(dx - 360) : Self.withinHalfTurn(dx) }
        let gapX = max(0, dx - half - Self.boundMargin) * radiansPerDegree
        guard gapX > 0 else { return gapY * Self.boundRadius }
        let steepest = max(abs(south), abs(north)) * radiansPerDegree
        let a = Self.halfSineBound(gapY)
        let b = Self.halfSineBound(gapX)
        let haversine = a * a + cosineLatitude * Self.cosineBound(steepest) * b * b
        return max(2 * haversine.squareRoot(), gapY) * Self.boundRadius
    }

    /// Returns the same from a latitude to all places between two other latitudes.
    static func distanceLowerBound(
        fromLatitude y: Double, south: Double, north: Double
    ) -> Double {
        gap(fromLatitude: y, south: south, north: north) * boundRadius
    }

    /// Returns the radians along the meridian to the latitudes `south` to `north`; 0 between them.
    private static func gap(fromLatitude y: Double, south: Double, north: Double) -> Double {
        max(0, max(south - y, y - north)) * radiansPerDegree
    }

    /// Returns the shorter way to the same meridian, in degrees; a separate function, because it is
    /// rare and slow.
    @inline(never)
    private static func withinHalfTurn(_ degrees: Double) -> Double {
        abs(degrees.remainder(dividingBy: 360))
    }

    /// Returns a lower bound of sin(x/2), for x from 0 to π: the series ends after a negative term.
    private static func halfSineBound(_ x: Double) -> Double {
        x * (0.5 - x * x / 48)
    }

    /// Returns a lower bound of cos x, for x from 0 to π/2: the series ends after a negative term.
    private static func cosineBound(_ x: Double) -> Double {
        let x2 = x * x
        return max(0, 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30)))
    }

    /// A margin in degrees above the rounding errors of longitudes of up to two turns: the distance
    /// of a place on the boundary of a box is 0.
    private static let boundMargin = 0x1p-41

    /// Slightly less than the least radius, to compensate for rounding.
    private static let boundRadius = WGS84.leastCurvatureRadius * (1 - 1e-12)
}
