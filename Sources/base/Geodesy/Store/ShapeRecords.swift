// Records can come from a file, so enumerations are stored as raw values: any value can be read,
// and `ShapeTables.isSound` rejects unknown ones. Records have no padding, so that the same shapes
// give the same bytes.

/// The kind of a shape and the index of its data.
struct ShapeRecord: BitwiseCopyable, Sendable {
    enum Kind: UInt32 {
        /// One short closed ring: `count` vertices from vertex `first`.
        case ring
        /// `count` parts from part `first`.
        case parts
        /// `count` vertices from vertex `first`.
        case points
        /// The centre at vertex `first`; its radius in metres is the x of the next.
        case circle
    }

    let first: UInt32
    let count: UInt32
    private let kindCode: UInt32

    init(first: Int, count: Int, kind: Kind) {
        self.first = UInt32(first)
        self.count = UInt32(count)
        kindCode = kind.rawValue
    }

    /// Returns the same record with its vertices at another index.
    func moved(to start: Int) -> ShapeRecord {
        ShapeRecord(first: start, count: Int(count), kind: kind)
    }

    var isKindKnown: Bool { Kind(rawValue: kindCode) != nil }

    /// The vertices of the shape itself; nil if its parts contain them.
    var extent: Range<Int>? {
        let first = Int(first)
        return switch kind {
        case .ring, .points: first..<first + Int(count)
        case .circle: first..<first + 2
        case .parts: nil
        }
    }

    var kind: Kind {
        guard let kind = Kind(rawValue: kindCode) else {
            preconditionFailure(
                "a stored shape is of kind \(kindCode), but no such kind is written")
        }
        return kind
    }
}

/// An area or set of lines whose signed distance is measured separately.
struct PartRecord: BitwiseCopyable, Sendable {
    /// The chains that determine the side: none for lines.
    var firstAreaChain: UInt32
    var areaChainCount: UInt32
    /// The chains of the boundary: the same ones, unless a seam along the antimeridian or at a pole
    /// was removed.
    var firstEdgeChain: UInt32
    var edgeChainCount: UInt32
    var box: IndexBox
    /// Bits: the south pole is inside, is on the edge; the north pole likewise; the part is
    /// inverted.
    private let flags: UInt64
    private let reserved: UInt64 = 0

    init(
        areaChains: Range<Int>, edgeChains: Range<Int>, box: IndexBox, southPole: Side,
        northPole: Side, isInsideOut: Bool
    ) {
        firstAreaChain = UInt32(areaChains.lowerBound)
        areaChainCount = UInt32(areaChains.count)
        firstEdgeChain = UInt32(edgeChains.lowerBound)
        edgeChainCount = UInt32(edgeChains.count)
        self.box = box
        flags =
            Self.bits(southPole) | Self.bits(northPole) << 2 | (isInsideOut ? 1 << 4 : 0)
    }

    /// The side on which the south pole lies.
    var southPole: Side { Self.side(flags) }
    /// The side on which the north pole lies.
    var northPole: Side { Self.side(flags >> 2) }
    /// Whether a place is inside when the number of edges north of it is even.
    var isInsideOut: Bool { flags & 1 << 4 != 0 }

    private static func bits(_ side: Side) -> UInt64 {
        switch side {
        case .inside: 1
        case .edge: 2
        case .outside: 0
        }
    }

    private static func side(_ bits: UInt64) -> Side {
        bits & 1 != 0 ? .inside : bits & 2 != 0 ? .edge : .outside
    }
}

/// A sequence of vertices connected by edges.
struct ChainRecord: BitwiseCopyable, Sendable {
    var firstVertex: UInt32
    var vertexCount: UInt32
    /// The root of its index, or `noIndex` for a short chain.
    var firstNode: UInt32
    private let closing: UInt32

    static let noIndex = UInt32.max

    init(firstVertex: Int, vertexCount: Int, firstNode: UInt32 = noIndex, isClosed: Bool) {
        self.firstVertex = UInt32(firstVertex)
        self.vertexCount = UInt32(vertexCount)
        self.firstNode = firstNode
        closing = isClosed ? 1 : 0
    }

    /// Whether an edge leads from the last vertex to the first.
    var isClosed: Bool { closing != 0 }

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
        low = lesser(low, vertex)
        high = greater(high, vertex)
    }

    mutating func include(_ box: IndexBox) {
        low = lesser(low, box.low)
        high = greater(high, box.high)
    }
}
