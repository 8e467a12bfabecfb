extension ShapeTables {
    /// Metres from `standpoint` to the closed ring of `count` vertices from vertex `first`:
    /// negative inside, 0 on it; nil where the flat map is not good enough to tell which edge is
    /// the nearest.
    ///
    /// One pass over the vertices tells the side, exactly, and the nearest edge on the flat map of
    /// the standpoint; only that edge is measured on the ellipsoid. This is what nearly every fence
    /// is measured by.
    func signedDistance(from standpoint: Standpoint, ring first: Int, count: Int) -> Double? {
        var position = standpoint.position
        let turns = ((position.x - vertices[first].x) / 360).rounded()
        if turns != 0 { position.x -= 360 * turns }
        var crossings = Crossings(of: position)
        var nearest = (squared: Double.infinity, t: 0.0, vertex: first)
        var second = Double.infinity
        var a = vertices[first + count - 1]
        var start = (a - position) * standpoint.scale
        for vertex in first..<first + count {
            let b = vertices[vertex]
            crossings.add(a, b)
            let end = (b - position) * standpoint.scale
            let step = end - start
            let along = -(start.x * step.x + start.y * step.y)
            let square = step.x * step.x + step.y * step.y
            let t = along <= 0 ? 0 : along >= square ? 1 : along / square
            let offset = start + t * step
            let squared = offset.x * offset.x + offset.y * offset.y
            if squared < nearest.squared {
                second = nearest.squared
                nearest = (squared, t, vertex)
            } else if squared < second {
                second = squared
            }
            a = b
            start = end
        }
        if crossings.isOnEdge { return 0 }
        guard second > reach(of: nearest.squared, from: standpoint) else { return nil }
        let last = nearest.vertex == first ? first + count - 1 : nearest.vertex - 1
        let metres = standpoint.distance(
            toEdge: vertices[last], vertices[nearest.vertex], near: nearest.t, seenFrom: position)
        return crossings.isOdd ? -metres : metres
    }

    /// How far on the map, squared, the edge that is nearest on the ellipsoid can be, when the
    /// nearest on the map is `squared` away; endless where the map is no good that far.
    ///
    /// Lengths on the map are wrong by the distortion at the most, either way and for both edges:
    /// (1 + δ)² / (1 - δ)².
    private func reach(of squared: Double, from standpoint: Standpoint) -> Double {
        let distortion = standpoint.distortion(within: squared.squareRoot() * 1.1)
        guard distortion < NearestEdge.flatLimit else { return .infinity }
        return squared * (1 + distortion * (4 + 12 * distortion) + 1e-9) + 1e-12
    }
}
