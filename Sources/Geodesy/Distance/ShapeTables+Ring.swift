extension ShapeTables {
    /// Metres from `standpoint` to the closed ring of `count` vertices from vertex `first`:
    /// negative inside, 0 on it; nil where the flat map is not good enough to tell which edge is
    /// the nearest. Beyond `limit` metres either way only the sign is exact; the size is more than
    /// the limit and at most the true one.
    ///
    /// One pass over the vertices tells the side, exactly, and the nearest edge on the flat map of
    /// the standpoint; only that edge is measured on the ellipsoid, or the two at the nearest
    /// vertex. This is what nearly every fence is measured by.
    func signedDistance(
        from standpoint: Standpoint, ring first: Int, count: Int, within limit: Double
    ) -> Double? {
        var position = standpoint.position
        let turn = position.x - vertices[first].x
        if abs(turn) > 180 { position.x -= 360 * (turn / 360).rounded() }
        var crossings = Crossings(of: position)
        var nearest = NearestOnMap(vertex: first)
        var a = vertices[first &+ count &- 1]
        var start = (a - position) * standpoint.scale
        var startSquared = Self.product(start, start)
        for vertex in first..<first &+ count {
            let b = vertices[vertex]
            let end = (b - position) * standpoint.scale
            // An edge with both ends on one side of the meridian does not count.
            if start.x * end.x <= 0 { crossings.add(a, b) }
            let endSquared = Self.product(end, end)
            let product = Self.product(start, end)
            // Only where both angles at its ends are acute a point within the edge is nearer.
            if product < startSquared, product < endSquared {
                let step = end - start
                let t = min(1, (startSquared - product) / Self.product(step, step))
                let offset = start + t * step
                nearest.take(Self.product(offset, offset), on: t, to: vertex)
            }
            nearest.take(endSquared, on: 1, to: vertex)
            a = b
            start = end
            startSquared = endSquared
        }
        if crossings.isOnEdge { return 0 }
        // By so much of itself at the most, either way, any length on the map is wrong.
        let flat = nearest.squared.squareRoot()
        let distortion = standpoint.distortion(within: flat * 1.1)
        guard distortion < NearestEdge.flatLimit else { return nil }
        let atLeast = flat * (1 - distortion - 1e-9) - 1e-6
        guard atLeast <= limit else { return crossings.isOdd ? -atLeast : atLeast }
        // How far on the map the edge that is nearest on the ellipsoid can be: (1 + δ)² / (1 - δ)².
        let reach = nearest.squared * (1 + distortion * (4 + 12 * distortion) + 1e-9) + 1e-12
        guard nearest.second > reach else { return nil }
        let place = nearest.vertex &- first
        func edge(to place: Int, near t: Double) -> Double {
            standpoint.distance(
                toEdge: vertices[first &+ (place == 0 ? count : place) &- 1],
                vertices[first &+ place], near: t, seenFrom: position)
        }
        var metres = edge(to: place, near: nearest.t)
        if nearest.t == 1 {
            metres = min(metres, edge(to: place &+ 1 == count ? 0 : place &+ 1, near: 0))
        }
        return crossings.isOdd ? -metres : metres
    }

    /// The scalar product.
    @inline(__always)
    private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        a.x * b.x + a.y * b.y
    }

    /// The nearest point of a ring on the flat map: within an edge, or a vertex.
    private struct NearestOnMap {
        /// The vertex that the edge leads to, and where on it: 1 at the vertex.
        var vertex: Int
        var t = 1.0
        /// Metres to it, squared.
        var squared = Double.infinity
        /// The same for the nearest within any other edge or at any other vertex.
        var second = Double.infinity

        @inline(__always)
        mutating func take(_ squared: Double, on t: Double, to vertex: Int) {
            if squared < self.squared {
                second = self.squared
                (self.squared, self.t, self.vertex) = (squared, t, vertex)
            } else if squared < second {
                second = squared
            }
        }
    }
}
