/// Visits the edges of a boundary except those beyond its reach.
protocol EdgeSearch {
    /// The greatest distance at which an edge counts, in the measure of `bound`.
    var reach: Double { get }
    /// Returns a lower bound of the distance of the edges in `box`.
    func bound(_ box: IndexBox) -> Double
    /// Visits the edge from `a` to `b`.
    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>)
}

/// Finds the distance of the nearest edge on the tangent plane.
extension TangentSearch: EdgeSearch {
    var reach: Double { squared }

    func bound(_ box: IndexBox) -> Double { squaredBound(box) }

    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        take(a, b)
    }
}

/// Measures on the ellipsoid the edges that are near enough on the tangent plane.
struct FlatlyNearestEdge: EdgeSearch {
    let flat: TangentSearch
    var search: NearestEdge

    init(reach: TangentSearch, search: NearestEdge) {
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
