/// A flat map around a place: metres to the east and to the north of where the standpoint is seen.
struct FlatMap {
    private let centre: SIMD2<Double>
    /// Where the standpoint is seen from the centre, in metres.
    private let image: SIMD2<Double>
    /// Metres per degree of longitude and of latitude.
    private let scale: SIMD2<Double>

    /// The map of the standpoint itself, which is at `position` in the longitudes of a ring.
    @inline(__always)
    init(of standpoint: Standpoint, around position: SIMD2<Double>) {
        self.init(centre: position, image: .zero, scale: standpoint.scale)
    }

    /// The map of another place, from which the standpoint is seen at `image`.
    @inline(__always)
    init(centre: SIMD2<Double>, image: SIMD2<Double>, scale: SIMD2<Double>) {
        self.centre = centre
        self.image = image
        self.scale = scale
    }

    /// Metres from the standpoint to a place on the map.
    @inline(__always)
    func offset(of place: SIMD2<Double>) -> SIMD2<Double> {
        (place - centre) * scale - image
    }

    /// The scalar product.
    @inline(__always)
    static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        a.x * b.x + a.y * b.y
    }

    /// An edge and where its ends are on the map.
    struct Edge {
        /// The vertex that it leads to.
        let vertex: Int
        let a: SIMD2<Double>
        let b: SIMD2<Double>
        /// The ends, in metres from the standpoint.
        let start: SIMD2<Double>
        let end: SIMD2<Double>

        /// Whether its ends are not both on one side of the standpoint's meridian.
        @inline(__always)
        var straddlesMeridian: Bool { start.x * end.x <= 0 }
    }
}

/// The nearest point of a ring on a flat map: within an edge, or a vertex.
struct NearestOnMap {
    /// The vertex that the edge leads to, and where on it: 1 at the vertex.
    private(set) var vertex: Int
    private(set) var t = 1.0
    /// Metres to it, squared.
    private(set) var squared = Double.infinity
    /// The same for the nearest within any other edge or at any other vertex.
    private(set) var second = Double.infinity

    /// Knows of nothing yet; `vertex` is any of the ring.
    @inline(__always)
    init(vertex: Int) {
        self.vertex = vertex
    }

    /// Takes an edge, and the vertex that it leads to.
    @inline(__always)
    mutating func take(_ edge: FlatMap.Edge) {
        let startSquared = FlatMap.product(edge.start, edge.start)
        let endSquared = FlatMap.product(edge.end, edge.end)
        let product = FlatMap.product(edge.start, edge.end)
        // Only where both angles at its ends are acute a point within the edge is nearer.
        if product < startSquared, product < endSquared {
            let step = edge.end - edge.start
            let t = min(1, (startSquared - product) / FlatMap.product(step, step))
            let offset = edge.start + t * step
            take(FlatMap.product(offset, offset), on: t, to: edge.vertex)
        }
        take(endSquared, on: 1, to: edge.vertex)
    }

    @inline(__always)
    private mutating func take(_ squared: Double, on t: Double, to vertex: Int) {
        if squared < self.squared {
            second = self.squared
            (self.squared, self.t, self.vertex) = (squared, t, vertex)
        } else if squared < second {
            second = squared
        }
    }
}
