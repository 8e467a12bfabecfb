extension ShapeTables {
    /// Metres from `standpoint` to the closed ring of `count` vertices from vertex `first`:
    /// negative inside, 0 on it; nil where no flat map is good enough to tell which edge is the
    /// nearest. Beyond `limit` metres either way only the sign is exact; the size is more than the
    /// limit and at most the true one.
    ///
    /// One pass over the vertices tells the side, exactly, and how far each edge is on the flat map
    /// of the standpoint; only the nearest is measured on the ellipsoid, or the two at the nearest
    /// vertex. A ring far away gets a second pass, on a map of its own. This is what nearly every
    /// fence is measured by.
    func signedDistance(
        from standpoint: Standpoint, ring first: Int, count: Int, within limit: Double
    ) -> Double? {
        let position = position(of: standpoint, nearRing: first)
        var crossings = Crossings(of: position)
        var ring = RingOnMap(
            vertices, first: first, count: count, on: FlatMap(of: standpoint, around: position)
        ) {
            if $2 { crossings.add($0, $1) }
        }
        if crossings.isOnEdge { return 0 }
        guard let nearest = ring.takeNearest() else { return nil }
        guard
            let metres = distance(
                to: nearest, &ring, from: standpoint, at: position, ring: first, count: count,
                within: limit)
        else { return nil }
        return crossings.isOdd ? -metres : metres
    }

    /// Metres to a ring of which the nearest point is known on the flat map of the standpoint.
    @inline(__always)
    private func distance(
        to nearest: RingOnMap.Point, _ others: inout RingOnMap, from standpoint: Standpoint,
        at position: SIMD2<Double>, ring first: Int, count: Int, within limit: Double
    ) -> Double? {
        // By so much of itself at the most, either way, any length on the map is wrong.
        let flat = nearest.squared.squareRoot()
        let distortion = standpoint.distortion(within: flat * 1.1)
        guard distortion < NearestEdge.flatLimit else { return nil }
        let atLeast = flat * (1 - distortion - 1e-9) - 1e-6
        guard atLeast <= limit else { return atLeast }
        // How far on the map the edge that is nearest on the ellipsoid can be: (1 + δ)² / (1 - δ)².
        let reach = nearest.squared * (1 + distortion * (4 + 12 * distortion) + 1e-9) + 1e-12
        var nearest = nearest
        if others.nearestSquared() <= reach {
            guard
                let closer = nearestOnOwnMap(
                    ring: first, count: count, around: first &+ nearest.edge, from: standpoint,
                    at: position)
            else { return nil }
            nearest = closer
        }
        func distance(toEdge edge: Int, near t: Double) -> Double {
            standpoint.distance(
                toEdge: vertices[first &+ others.before(edge)], vertices[first &+ edge], near: t,
                seenFrom: position)
        }
        let metres = distance(toEdge: nearest.edge, near: nearest.t)
        if nearest.t == 0 {
            return min(metres, distance(toEdge: others.before(nearest.edge), near: 1))
        }
        if nearest.t == 1 {
            return min(metres, distance(toEdge: others.after(nearest.edge), near: 0))
        }
        return metres
    }

    /// The nearest point of a ring on the flat map of one of its vertices, `vertex`; nil where not
    /// even that map is good enough to tell.
    ///
    /// From far away a small ring looks the same to every map but for its distance, which matters
    /// to none of its edges; its own map is wrong only by what the ring is wide.
    private func nearestOnOwnMap(
        ring first: Int, count: Int, around vertex: Int, from standpoint: Standpoint,
        at position: SIMD2<Double>
    ) -> RingOnMap.Point? {
        let centre = vertices[vertex]
        let middle = Standpoint(Coordinate(latitude: centre.y, longitude: centre.x))
        guard middle.cosineLatitude > 1e-6 else { return nil }
        // Where the standpoint is seen from there, straight through the earth, and how far below
        // the plane of the map.
        let chord = EdgeChord(
            from: middle, start: (position - centre) * radiansPerDegree, step: .zero, at: 0)
        let image = SIMD2(chord.east, chord.north)
        let depthSquared = max(0, chord.squared - FlatMap.product(image, image))
        var widest = 0.0
        var ring = RingOnMap(
            vertices, first: first, count: count,
            on: FlatMap(centre: centre, image: image, scale: middle.scale)
        ) { _, b, _ in
            let offset = (b - centre) * middle.scale
            widest = max(widest, FlatMap.product(offset, offset))
        }
        guard let nearest = ring.takeNearest() else { return nil }
        // No point of the ring is farther than this from where the map shows it: along the plane,
        // and below it by at most half as much.
        let width = widest.squareRoot()
        let error = 1.5 * width * middle.distortion(within: width) + 1e-6
        let least = (nearest.squared + depthSquared).squareRoot() + 2 * error
        return ring.nearestSquared() + depthSquared > least * least ? nearest : nil
    }
}
