/// A range of latitudes and longitudes.
public struct BoundingBox: Sendable, Hashable {
    /// Western longitude in degrees; may be beyond ±180.
    public var west: Double
    /// Southern latitude in degrees.
    public var south: Double
    /// Eastern longitude in degrees, from `west` to `west` + 360: beyond 180 where the box crosses
    /// the antimeridian.
    public var east: Double
    /// Northern latitude in degrees.
    public var north: Double

    /// Creates the box from `west` eastwards to `east` and from `south` to `north`, in degrees.
    public init(west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Returns whether `place` lies in the box or on its boundary, modulo 360° of longitude.
    public func contains(_ place: Coordinate) -> Bool {
        guard south <= place.latitude, place.latitude <= north else { return false }
        return place.longitude + 360 * ((west - place.longitude) / 360).rounded(.up) <= east
    }

    /// Returns whether the two boxes have a point in common.
    public func intersects(_ other: BoundingBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return other.west + 360 * ((west - other.east) / 360).rounded(.up) <= east
    }

    /// Returns a box that contains every place at most `metres` from this one: never too small,
    /// and only slightly too large. At a pole it contains all longitudes.
    public func expanded(byMetres metres: Double) -> BoundingBox {
        let arc = metres / WGS84.leastCurvatureRadius
        let margin = arc / radiansPerDegree * (1 + Self.rounding) + Self.rounding
        let (lower, upper) = (max(-90, south - margin), min(90, north + margin))
        let steepest = max(abs(south), abs(north)) * radiansPerDegree
        let sideways = sine(min(arc, .pi / 2)) / max(cosine(steepest), .leastNormalMagnitude)
        guard upper < 90, lower > -90, sideways < 1 else {
            return BoundingBox(west: west, south: lower, east: west + 360, north: upper)
        }
        let widening = arcsine(sideways) / radiansPerDegree * (1 + Self.rounding) + Self.rounding
        if east - west + 2 * widening >= 360 {
            return BoundingBox(west: west, south: lower, east: west + 360, north: upper)
        }
        return BoundingBox(
            west: west - widening, south: lower, east: east + widening, north: upper)
    }

    /// Returns a lower bound, close to exact, of the metres from the origin of a local frame to
    /// the box; 0 inside.
    public func distanceLowerBound(from localFrame: LocalFrame) -> Double {
        localFrame.distanceLowerBound(west: west, south: south, east: east, north: north)
    }

    /// Returns a lower bound, close to exact, of the metres from `place` to the latitudes of the
    /// box, and so to the box; 0 between these latitudes.
    public func latitudeLowerBound(from place: Coordinate) -> Double {
        LocalFrame.distanceLowerBound(fromLatitude: place.latitude, south: south, north: north)
    }

    /// A margin above the rounding errors of the few operations above, in degrees and relative.
    private static let rounding = 1e-12
}
