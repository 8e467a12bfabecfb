/// The edges of a short ring on a flat map, to be taken in order of distance. It is large, so it is
/// never copied.
struct RingOnMap: ~Copyable {
    private let vertices: Column<SIMD2<Double>>
    private let first: Int
    private let count: Int
    private let map: FlatMap
    /// Metres to each edge, squared; infinite once it is taken.
    private var squares = InlineArray<64, Double>(repeating: .infinity)

    /// The ring of `count` vertices from vertex `first` on.
    ///
    /// - Parameter visit: what is shown every edge, with whether its ends are not both on one side
    ///   of the standpoint's meridian.
    @inline(__always)
    init(
        _ vertices: Column<SIMD2<Double>>, first: Int, count: Int, on map: FlatMap,
        _ visit: (_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ straddlesMeridian: Bool) -> Void
    ) {
        precondition(count <= ChainIndex.shortChain)
        (self.vertices, self.first, self.count, self.map) = (vertices, first, count, map)
        var a = vertices[first &+ count &- 1]
        var start = map.offset(of: a)
        // Two edges at a time, side by side: which one is nearest is not known before all are
        // measured, so the price of one edge is that of the whole.
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
        /// The number of its edge, which leads to the vertex of that number.
        let edge: Int
        /// Where on the edge it is: 0 at the vertex before, 1 at the next.
        let t: Double
        /// How far it is from the standpoint, in metres, squared.
        let squared: Double

        /// The nearest point of an edge.
        init(edge: Int, from start: SIMD2<Double>, to end: SIMD2<Double>) {
            self.edge = edge
            let step = end - start
            let square = max(FlatMap.product(step, step), .leastNormalMagnitude)
            t = max(0, min(1, -FlatMap.product(start, step) / square))
            let offset = start + t * step
            squared = FlatMap.product(offset, offset)
        }
    }

    /// Metres to the nearest edge that was not taken, squared.
    ///
    /// It changes nothing, but reading the array otherwise would copy it.
    mutating func nearestSquared() -> Double {
        var least = Double.infinity
        for edge in 0..<count { least = min(least, squares[edge]) }
        return least
    }

    /// Takes the nearest edge, or both if it is nearest at the vertex between two; nil when all are
    /// taken.
    mutating func takeNearest() -> Point? {
        var (edge, least) = (0, Double.infinity)
        for other in 0..<count {
            // Nobody can guess which are nearer: no branch.
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

    /// The edge, or the vertex, before and after one.
    func before(_ edge: Int) -> Int { (edge == 0 ? count : edge) &- 1 }
    func after(_ edge: Int) -> Int { edge &+ 1 == count ? 0 : edge &+ 1 }
}
