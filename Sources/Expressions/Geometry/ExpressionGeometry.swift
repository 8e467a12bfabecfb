/// A place or a shape, in coordinates of a spatial reference.
public struct ExpressionGeometry: Sendable, Hashable {
    /// What it is.
    public enum Kind: Sendable, Hashable {
        /// One position.
        case point
        /// Positions of their own.
        case multipoint
        /// Lines, each a part.
        case polyline
        /// Rings, each a part that ends where it begins; outer ones run clockwise.
        case polygon
        /// A box: one part of its least and its greatest corner.
        case extent

        /// What `TypeOf` returns.
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

    /// A position: east or longitude, north or latitude, and height and measure where there are
    /// such.
    public struct Position: Sendable, Hashable {
        /// East, or longitude in degrees.
        public var x: Double
        /// North, or latitude in degrees.
        public var y: Double
        /// Height.
        public var z: Double?
        /// Measure along a line.
        public var m: Double?

        /// A position.
        public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
            self.x = x
            self.y = y
            self.z = z
            self.m = m
        }
    }

    /// What it is.
    public var kind: Kind
    /// Its positions.
    public var parts: [[Position]]
    /// The well-known id of its spatial reference: 4326 for degrees on WGS84.
    public var wkid: Int

    /// A geometry of these parts.
    public init(_ kind: Kind, _ parts: [[Position]], wkid: Int = 4326) {
        self.kind = kind
        self.parts = parts
        self.wkid = wkid
    }

    /// A point.
    public static func point(
        x: Double, y: Double, z: Double? = nil, wkid: Int = 4326
    ) -> ExpressionGeometry {
        ExpressionGeometry(.point, [[Position(x: x, y: y, z: z)]], wkid: wkid)
    }

    /// How many positions it has: what it costs to look at it.
    var count: Int { parts.reduce(0) { $0 + $1.count } }

    var positions: some Sequence<Position> { parts.lazy.joined() }

    var hasZ: Bool { positions.contains { $0.z != nil } }
    var hasM: Bool { positions.contains { $0.m != nil } }

    /// Whether coordinates are degrees: geographic references have numbers from 4000 to 4999.
    var isGeographic: Bool { (4000..<5000).contains(wkid) }
}
