internal import Geodesy
internal import RealModule

/// Geodetic measures on the WGS 84 ellipsoid.
extension ExpressionGeometry {
    /// Whether geodetic measures are supported: degrees, or Web Mercator.
    var isOnEarth: Bool { wkid == 4326 || wkid == 3857 }

    /// Returns the coordinate of a position of its spatial reference.
    func coordinate(_ place: Vector) -> Coordinate {
        guard wkid == 3857 else { return Coordinate(latitude: place.y, longitude: place.x) }
        let radius = WGS84.equatorialRadius
        return Coordinate(
            latitude: Double.atan(Double.sinh(place.y / radius)) * 180 / .pi,
            longitude: place.x / radius * 180 / .pi)
    }

    /// Returns the length of its edges in metres.
    func length_m(_ evaluator: Evaluator) throws(ExpressionError) -> Double {
        // A geodesic takes some ten steps.
        try evaluator.charge(objects: 10 * count)
        return drawn.edges.reduce(0) { $0 + coordinate($1.a).distance(to: coordinate($1.b)) }
    }

    /// Returns the area within its rings in square metres; edges are straight in longitude and
    /// latitude, like those of fences.
    func area_m2(_ evaluator: Evaluator) throws(ExpressionError) -> Double {
        var area = 0.0
        for ring in drawn.parts {
            let places = ring.map { coordinate($0.vector) }
            for (a, b) in zip(places, places.dropFirst()) {
                try evaluator.charge(objects: 5 * Int(Self.pieces(a, b)))
                area += Self.zone(a, b)
            }
        }
        return abs(area)
    }

    /// The number of pieces of at most a degree of an edge.
    private static func pieces(_ a: Coordinate, _ b: Coordinate) -> Double {
        let (dx, dy) = (abs(b.longitude - a.longitude), abs(b.latitude - a.latitude))
        guard dx.isFinite, dy.isFinite else { return 1 }
        return min(max(dx, dy, 1).rounded(.up), 720)
    }

    /// Returns the area between an edge and the equator, by five-point Gauss quadrature on
    /// pieces of at most a degree.
    private static func zone(_ a: Coordinate, _ b: Coordinate) -> Double {
        let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
        guard dx.isFinite, dy.isFinite else { return .nan }
        let count = pieces(a, b)
        var sum = 0.0
        for piece in 0..<Int(count) {
            for (x, weight) in gauss {
                let u = (Double(piece) + (x + 1) / 2) / count
                sum += weight / 2 * belowParallel(a.latitude + dy * u)
            }
        }
        return sum / count * dx * .pi / 180
    }

    private static let gauss: [(Double, Double)] = [
        (-0.906179845938664, 0.236926885056189), (-0.538469310105683, 0.478628670499366),
        (0, 0.568888888888889), (0.538469310105683, 0.478628670499366),
        (0.906179845938664, 0.236926885056189),
    ]

    /// Returns the area between the equator and a parallel per radian of longitude (J. P.
    /// Snyder, "Map Projections: A Working Manual", equation 3-12).
    private static func belowParallel(_ latitude: Double) -> Double {
        let e = (WGS84.flattening * (2 - WGS84.flattening)).squareRoot()
        let s = Double.sin(latitude * .pi / 180)
        let b = WGS84.polarRadius
        return b * b / 2 * (s / (1 - e * e * s * s) + Double.atanh(e * s) / e)
    }
}
