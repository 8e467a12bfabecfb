/// Why a drawn shape cannot be used.
public enum ShapeProblem: Error, Sendable, Hashable {
    /// There is nothing in it: no polygon, line, ring or point.
    case empty
    /// A coordinate is not a number or infinite.
    case notFinite(Place)
    /// A latitude in degrees is beyond ±90.
    case latitudeOutOfRange(Place, latitude: Double)
    /// A longitude in degrees is beyond ±540.
    case longitudeOutOfRange(Place, longitude: Double)
    /// A ring has fewer than three different points, or a line fewer than two points.
    case tooFewPoints(Place, found: Int)
    /// All points of a ring lie on one line.
    case zeroArea(Place)
    /// The radius of a circle in metres is not a positive number, or more than half way round.
    case radiusOutOfRange(Double)
    /// The store has as many vertices as it can number.
    case storeFull

    /// The longitude in degrees beyond which a coordinate is taken for a mistake. One and a half
    /// turns leave room for a shape that is drawn over the antimeridian from either side.
    public static let longitudeLimit = 540.0
    /// Degrees of longitude or latitude that no edge between such places exceeds. Bytes of a damaged file
    /// can say otherwise; what would take the longer the longer an edge is leaves that one out.
    static let longestEdge = 2 * longitudeLimit
    /// The greatest radius in metres: half a turn of the equator holds every place there is.
    public static let radiusLimit = WGS84.equatorialRadius * .pi
}

extension ShapeProblem {
    /// Where in the drawn shape a problem is; counted from 0.
    public struct Place: Sendable, Hashable {
        /// Which polygon, line or point.
        public var part: Int
        /// Which ring of the polygon: 0 is the outline. 0 for lines and points.
        public var ring: Int
        /// Which vertex of the ring or line, as drawn.
        public var vertex: Int

        /// The vertex at these indices.
        public init(part: Int, ring: Int = 0, vertex: Int = 0) {
            self.part = part
            self.ring = ring
            self.vertex = vertex
        }
    }
}
