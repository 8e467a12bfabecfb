/// What one shape is and where its data starts.
struct ShapeRecord: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// One short closed ring: `count` vertices from vertex `first`.
        case ring
        /// `count` parts from part `first`.
        case parts
        /// `count` vertices from vertex `first`.
        case points
        /// The centre at vertex `first`; its radius in metres is the x of the next.
        case circle
    }

    var first: UInt32
    var count: UInt32
    var kind: Kind
}

/// One area or set of lines whose signed distance is measured by itself.
struct PartRecord: BitwiseCopyable, Sendable {
    /// Chains that decide the side: none for lines.
    var firstAreaChain: UInt32
    var areaChainCount: UInt32
    /// Chains that are boundary: the same ones, unless a seam along the antimeridian or at a pole
    /// was taken out.
    var firstEdgeChain: UInt32
    var edgeChainCount: UInt32
    var box: IndexBox
    /// Where the poles lie.
    var southPole: PoleSide
    var northPole: PoleSide
    /// Whether a place is inside when an even number of edges lies north of it.
    var isInsideOut: Bool

    enum PoleSide: UInt8, BitwiseCopyable, Sendable {
        case inside
        case edge
        case outside
    }
}

/// A run of vertices joined by edges.
struct ChainRecord: BitwiseCopyable, Sendable {
    var firstVertex: UInt32
    var vertexCount: UInt32
    /// The root of its index, or `noIndex` for a short chain.
    var firstNode: UInt32
    /// Whether an edge leads from the last vertex to the first.
    var isClosed: Bool

    static let noIndex = UInt32.max

    var edgeCount: Int { Int(vertexCount) - (isClosed ? 0 : 1) }
}

/// Bounds in degrees, in the unwrapped longitudes of their part.
struct IndexBox: BitwiseCopyable, Sendable {
    /// West and south.
    var low: SIMD2<Double>
    /// East and north.
    var high: SIMD2<Double>

    static let nowhere = IndexBox(
        low: SIMD2(.infinity, .infinity), high: SIMD2(-.infinity, -.infinity))

    mutating func include(_ vertex: SIMD2<Double>) {
        low = pointwiseMin(low, vertex)
        high = pointwiseMax(high, vertex)
    }

    mutating func include(_ box: IndexBox) {
        low = pointwiseMin(low, box.low)
        high = pointwiseMax(high, box.high)
    }
}
