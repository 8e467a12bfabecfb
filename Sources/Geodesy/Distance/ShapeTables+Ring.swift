extension ShapeTables {
    /// Metres from `standpoint` to the closed ring of `count` vertices from vertex `first`:
    /// negative inside, 0 on it; nil where no flat map is good enough to tell which edge is the
    /// nearest. Beyond `limit` metres either way only the sign is exact; the size is more than the
    /// limit and at most the true one.
    ///
    /// One pass over the vertices tells the side, exactly, and the nearest edge on the flat map of
    /// the standpoint; only that edge is measured on the ellipsoid, or the two at the nearest
    /// vertex. A ring far away gets a second pass, on a map of its own. This is what nearly every
    /// fence is measured by.
    func signedDistance(
        from standpoint: Standpoint, ring first: Int, count: Int, within limit: Double
    ) -> Double? {
        var position = standpoint.position
        position.x = longitude(position.x, nearest: vertices[first].x)
        var crossings = Crossings(of: position)
        var nearest = NearestOnMap(vertex: first)
        visit(ring: first, count: count, on: FlatMap(of: standpoint, around: position)) {
            if $0.straddlesMeridian { crossings.add($0.a, $0.b) }
            nearest.take($0)
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
        if nearest.second <= reach {
            guard
                let closer = nearestOnOwnMap(
                    ring: first, count: count, around: nearest.vertex, from: standpoint,
                    at: position)
            else { return nil }
            nearest = closer
        }
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

    /// The nearest point of a ring on the flat map of one of its vertices, `vertex`; nil where not
    /// even that map is good enough to tell.
    ///
    /// From far away a small ring looks the same to every map but for its distance, which matters
    /// to none of its edges; its own map is wrong only by what the ring is wide.
    private func nearestOnOwnMap(
        ring first: Int, count: Int, around vertex: Int, from standpoint: Standpoint,
        at position: SIMD2<Double>
    ) -> NearestOnMap? {
        let centre = vertices[vertex]
        let middle = Standpoint(Coordinate(latitude: centre.y, longitude: centre.x))
        guard middle.cosineLatitude > 1e-6 else { return nil }
        // Where the standpoint is seen from there, straight through the earth, and how far below
        // the plane of the map.
        let chord = EdgeChord(
            from: middle, start: (position - centre) * radiansPerDegree, step: .zero, at: 0)
        let image = SIMD2(chord.east, chord.north)
        let depthSquared = max(0, chord.squared - FlatMap.product(image, image))
        var nearest = NearestOnMap(vertex: first)
        var widest = 0.0
        visit(
            ring: first, count: count,
            on: FlatMap(centre: centre, image: image, scale: middle.scale)
        ) {
            let offset = $0.end + image
            widest = max(widest, FlatMap.product(offset, offset))
            nearest.take($0)
        }
        // No point of the ring is farther than this from where the map shows it: along the plane,
        // and below it by at most half as much.
        let width = widest.squareRoot()
        let error = 1.5 * width * middle.distortion(within: width) + 1e-6
        let least = (nearest.squared + depthSquared).squareRoot() + 2 * error
        return nearest.second + depthSquared > least * least ? nearest : nil
    }

    /// Shows every edge of the ring as it lies on the map.
    @inline(__always)
    private func visit(
        ring first: Int, count: Int, on map: FlatMap, _ take: (FlatMap.Edge) -> Void
    ) {
        var a = vertices[first &+ count &- 1]
        var start = map.offset(of: a)
        for vertex in first..<first &+ count {
            let b = vertices[vertex]
            let end = map.offset(of: b)
            take(FlatMap.Edge(vertex: vertex, a: a, b: b, start: start, end: end))
            a = b
            start = end
        }
    }
}
