extension ShapeTables {
    /// At least the metres from `standpoint` to a closed ring, negative inside; nil where it is not
    /// plain that these are more than `limit`.
    ///
    /// An edge is no nearer than its box, nor than the line that it lies on: of most rings that
    /// tells enough, and costs half as much as to measure them.
    func clearance(
        from standpoint: Standpoint, ring first: Int, count: Int, beyond limit: Double
    ) -> Double? {
        let position = position(of: standpoint, nearRing: first)
        let map = FlatMap(of: standpoint, around: position)
        var crossings = Crossings(of: position)
        var least = Double.infinity
        let tooNear = limit * limit
        var a = vertices[first &+ count &- 1]
        var start = map.offset(of: a)
        for vertex in first..<first &+ count {
            let b = vertices[vertex]
            let end = map.offset(of: b)
            if start.x * end.x <= 0 { crossings.add(a, b) }
            var squared = FlatMap.squaredDistance(toBoxFrom: start, to: end)
            if squared <= tooNear { squared = FlatMap.squaredDistance(toLineFrom: start, to: end) }
            least = min(least, squared)
            (a, start) = (b, end)
        }
        guard !crossings.isOnEdge else { return nil }
        let flat = least.squareRoot()
        let distortion = standpoint.distortion(within: flat * 1.1)
        let atLeast = flat * (1 - distortion - 1e-9) - 1e-6
        guard distortion < NearestEdge.flatLimit, atLeast > limit else { return nil }
        return crossings.isOdd ? -atLeast : atLeast
    }
}
