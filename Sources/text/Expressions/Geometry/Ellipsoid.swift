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

    /// The length of its edges in metres.
    var length_m: Double {
        drawn.edges.reduce(0) { $0 + coordinate($1.a).distance(to: coordinate($1.b)) }
    }

    /// The area within its rings in square metres; edges are straight in longitude and latitude,
    /// like those of fences.
    var area_m2: Double {
        abs(
            drawn.parts.reduce(0) { area, ring in
                let places = ring.map { coordinate($0.vector) }
                return zip(places, places.dropFirst()).reduce(area) {
                    $0 + Self.zone($1.0, $1.1)
                }
            })
    }

    /// Returns the area between an edge and the equator, by five-point Gauss quadrature on
    /// pieces of at most a degree.
    private static func zone(_ a: Coordinate, _ b: Coordinate) -> Double {
        let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
        guard dx.isFinite, dy.isFinite else { return .nan }
        let count = min(max(abs(dx), abs(dy), 1).rounded(.up), 720)
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
