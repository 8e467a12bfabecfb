/// What goes over the edges of a boundary, skipping those out of its reach.
protocol EdgeSearch {
    /// How far an edge may be to count, in the measure of `bound`.
    var reach: Double { get }
    /// How far the edges in `box` are at least.
    func bound(_ box: IndexBox) -> Double
    /// Takes the edge from `a` to `b`.
    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>)
}

/// Finds how near the nearest edge is on the flat map.
extension FlatSearch: EdgeSearch {
    var reach: Double { squared }

    func bound(_ box: IndexBox) -> Double { squaredBound(box) }

    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        take(a, b)
    }
}

/// Measures the edges that are near enough on the flat map.
struct FlatlyNearestEdge: EdgeSearch {
    let flat: FlatSearch
    var search: NearestEdge

    init(reach: FlatSearch, search: NearestEdge) {
        flat = reach
        self.search = search
    }

    var reach: Double { flat.squared }

    func bound(_ box: IndexBox) -> Double { flat.squaredBound(box) }

    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        let (t, squared) = flat.nearest(a, b)
        if squared <= flat.squared { search.measure(a, b, near: t) }
    }
}

/// Measures all edges on the ellipsoid.
extension NearestEdge: EdgeSearch {
    var reach: Double { metres }

    func bound(_ box: IndexBox) -> Double { bound(box.low, box.high) }

    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) { measure(a, b) }
}
