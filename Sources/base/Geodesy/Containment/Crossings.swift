/// Counts the edges north of a place, and detects whether the place is on one.
struct Crossings {
    let place: SIMD2<Double>
    private(set) var isOdd = false
    private(set) var isOnEdge = false

    init(of place: SIMD2<Double>) { self.place = place }

    /// Adds one edge. Its western end belongs to it and its eastern end does not, so that the
    /// meridian through a vertex is crossed once.
    @inline(__always)
    mutating func add(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        if (a.x <= place.x) != (b.x <= place.x) {
            if a.y < place.y, b.y < place.y { return }
            if a.y > place.y, b.y > place.y { return isOdd.toggle() }
            let turn = orientation(a, b, place)
            if turn == 0 {
                isOnEdge = true
            } else if (turn < 0) == (b.x > a.x) {
                isOdd.toggle()
            }
        } else if a.x == place.x || b.x == place.x {
            addTouching(a, b)
        }
    }

    /// Adds an edge that touches the meridian of the place without crossing it.
    private mutating func addTouching(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        if a == place || b == place {
            isOnEdge = true
        } else if a.x == b.x, min(a.y, b.y) <= place.y, place.y <= max(a.y, b.y) {
            isOnEdge = true
        }
    }

    /// Adds a chain of edges that lie north of the place: only its ends matter.
    mutating func addChainToTheNorth(from a: SIMD2<Double>, to b: SIMD2<Double>) {
        if (a.x <= place.x) != (b.x <= place.x) { isOdd.toggle() }
    }
}
