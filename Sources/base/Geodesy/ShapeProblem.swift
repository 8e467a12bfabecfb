/// The reason why a drawn shape cannot be used.
public enum ShapeProblem: Error, Sendable, Hashable {
    /// The shape is empty: no polygon, line, ring or point.
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
    /// The radius of a circle in metres is not a positive number, or exceeds half the circumference
    /// of the earth.
    case radiusOutOfRange(Double)
    /// The store has reached the greatest number of vertices.
    case storeFull

    /// The longitude in degrees beyond which a coordinate is considered a mistake. One and a half
    /// turns allow a shape that is drawn across the antimeridian from either side.
    public static let longitudeLimit = 540.0
    /// The greatest length of an edge between valid places, in degrees of longitude or latitude. A
    /// damaged file can contain longer edges; computations that take longer for longer edges skip
    /// them.
    static let longestEdge = 2 * longitudeLimit
    /// The greatest radius in metres: half the equator, so that the circle contains every place.
    public static let radiusLimit = WGS84.equatorialRadius * .pi
}

extension ShapeProblem {
    /// The position of a problem in the drawn shape; counted from 0.
    public struct Place: Sendable, Hashable {
        /// The index of the polygon, line or point.
        public var part: Int
        /// The index of the ring in the polygon: 0 is the outline. 0 for lines and points.
        public var ring: Int
        /// The index of the vertex in the ring or line, as drawn.
        public var vertex: Int

        /// Creates the position of the vertex at these indices.
        public init(part: Int, ring: Int = 0, vertex: Int = 0) {
            self.part = part
            self.ring = ring
            self.vertex = vertex
        }
    }
}
