/// A point or a shape, in coordinates of a spatial reference.
public struct ExpressionGeometry: Sendable, Hashable {
    /// The kind of geometry.
    public enum Kind: Sendable, Hashable {
        /// One position.
        case point
        /// Several positions.
        case multipoint
        /// Lines, one for each part.
        case polyline
        /// Rings, one for each part, which end where they begin; outer rings run clockwise.
        case polygon
        /// A box: one part with its minimum and its maximum corner.
        case extent

        /// The result of `TypeOf`.
        var name: String {
            switch self {
            case .point: "Point"
            case .multipoint: "Multipoint"
            case .polyline: "Polyline"
            case .polygon: "Polygon"
            case .extent: "Extent"
            }
        }
    }

    /// A position: east or longitude, north or latitude, and optionally height and measure.
    public struct Position: Sendable, Hashable {
        /// East, or longitude in degrees.
        public var x: Double
        /// North, or latitude in degrees.
        public var y: Double
        /// The height.
        public var z: Double?
        /// The measure along a line.
        public var m: Double?

        /// Creates a position.
        public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
            self.x = x
            self.y = y
            self.z = z
            self.m = m
        }
    }

    /// The kind.
    public var kind: Kind
    /// The positions.
    public var parts: [[Position]]
    /// The well-known id of its spatial reference: 4326 for degrees on WGS 84.
    public var wkid: Int

    /// Creates a geometry with these parts.
    public init(_ kind: Kind, _ parts: [[Position]], wkid: Int = 4326) {
        self.kind = kind
        self.parts = parts
        self.wkid = wkid
    }

    /// Returns a point.
    public static func point(
        x: Double, y: Double, z: Double? = nil, wkid: Int = 4326
    ) -> ExpressionGeometry {
        ExpressionGeometry(.point, [[Position(x: x, y: y, z: z)]], wkid: wkid)
    }

    /// The number of positions.
    var count: Int { parts.reduce(0) { $0 + $1.count } }
    /// The bytes of its coordinates, and of its parts, which may be empty.
    var byteCount: Int { 16 * (count + parts.count) }

    var positions: some Sequence<Position> { parts.lazy.joined() }

    var hasZ: Bool { positions.contains { $0.z != nil } }
    var hasM: Bool { positions.contains { $0.m != nil } }

    /// Whether coordinates are degrees: geographic references have numbers from 4000 to 4999.
    var isGeographic: Bool { (4000..<5000).contains(wkid) }
}
