/// The edges of a short ring on a tangent plane, which are removed in order of distance. It is
/// large, so it is never copied.
struct RingOnMap: ~Copyable {
    private let vertices: Column<SIMD2<Double>>
    private let first: Int
    private let count: Int
    private let map: FlatMap
    /// The squared distance to each edge in square metres; infinite once the edge is removed.
    private var squares = InlineArray<64, Double>(repeating: .infinity)

    /// Creates the edges of the ring of `count` vertices from vertex `first` on.
    ///
    /// - Parameter visit: called with every edge, and whether its ends are not both on one side of
    ///   the meridian of the frame's origin.
    @inline(__always)
    init(
        _ vertices: Column<SIMD2<Double>>, first: Int, count: Int, on map: FlatMap,
        _ visit: (_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ straddlesMeridian: Bool) -> Void
    ) {
        precondition(count <= ChainIndex.shortChain)
        (self.vertices, self.first, self.count, self.map) = (vertices, first, count, map)
        var a = vertices[first &+ count &- 1]
        var start = map.offset(of: a)
        // Two edges at a time, in parallel: the nearest is only known when all are measured, so the
        // time per edge determines the total.
        var edge = 0
        while edge &+ 1 < count {
            let (b, c) = (vertices[first &+ edge], vertices[first &+ edge &+ 1])
            let (middle, end) = (map.offset(of: b), map.offset(of: c))
            let startX = SIMD2(start.x, middle.x), startY = SIMD2(start.y, middle.y)
            let endX = SIMD2(middle.x, end.x), endY = SIMD2(middle.y, end.y)
            let straddle = startX * endX
            visit(a, b, straddle.x <= 0)
            visit(b, c, straddle.y <= 0)
            let (stepX, stepY) = (endX - startX, endY - startY)
            let square = greater(
                stepX * stepX + stepY * stepY, SIMD2(repeating: .leastNormalMagnitude))
            let t = greater(
                .zero, lesser(SIMD2(repeating: 1), -(startX * stepX + startY * stepY) / square))
            let (x, y) = (startX + t * stepX, startY + t * stepY)
            let squared = x * x + y * y
            squares[edge] = squared.x
            squares[edge &+ 1] = squared.y
            (a, start) = (c, end)
            edge &+= 2
        }
        guard edge < count else { return }
        let b = vertices[first &+ edge]
        let end = map.offset(of: b)
        visit(a, b, start.x * end.x <= 0)
        squares[edge] = Point(edge: edge, from: start, to: end).squared
    }

    /// A point of the ring.
    struct Point {
        /// The index of its edge, which ends at the vertex with that index.
        let edge: Int
        /// The position on the edge: 0 at the previous vertex, 1 at the vertex of that index.
        let t: Double
        /// The squared distance from the origin of the frame, in square metres.
        let squared: Double

        /// Creates the nearest point of an edge.
        init(edge: Int, from start: SIMD2<Double>, to end: SIMD2<Double>) {
            self.edge = edge
            let step = end - start
            let square = max(FlatMap.product(step, step), .leastNormalMagnitude)
            t = max(0, min(1, -FlatMap.product(start, step) / square))
            let offset = start + t * step
            squared = FlatMap.product(offset, offset)
        }
    }

    /// Returns the squared distance in square metres to the nearest edge that was not removed.
    ///
    /// `mutating`, although it changes nothing: a nonmutating read of the array would copy it.
    mutating func nearestSquared() -> Double {
        var least = Double.infinity
        for edge in 0..<count { least = min(least, squares[edge]) }
        return least
    }

    /// Removes the nearest edge, or both edges if the nearest point is the vertex between them, and
    /// returns that point; nil when all are removed.
    mutating func takeNearest() -> Point? {
        var (edge, least) = (0, Double.infinity)
        for other in 0..<count {
            // Without a branch: the processor cannot predict which edges are nearer.
            let square = squares[other]
            edge = square < least ? other : edge
            least = min(square, least)
        }
        guard least < .infinity else { return nil }
        let point = Point(
            edge: edge, from: map.offset(of: vertices[first &+ before(edge)]),
            to: map.offset(of: vertices[first &+ edge]))
        squares[edge] = .infinity
        if point.t == 0 { squares[before(edge)] = .infinity }
        if point.t == 1 { squares[after(edge)] = .infinity }
        return point
    }

    /// Returns the previous or the next index of an edge or a vertex.
    func before(_ edge: Int) -> Int { (edge == 0 ? count : edge) &- 1 }
    func after(_ edge: Int) -> Int { edge &+ 1 == count ? 0 : edge &+ 1 }
}
