extension ShapeTables {
    /// Returns the metres from the origin of a local frame to the closed ring of `count` vertices
    /// from vertex `first`: negative inside, 0 on the ring; nil where no tangent plane is accurate
    /// enough to determine the nearest edge. Beyond `limit` metres either way only the sign is
    /// exact; the size is more than the limit and at most the true one.
    ///
    /// One pass over the vertices determines the side exactly, and the distance of each edge on the
    /// tangent plane of the frame. Only the nearest edge is measured on the ellipsoid, or the two
    /// at the nearest vertex. A distant ring gets a second pass, on a tangent plane of its own.
    /// Nearly every fence is measured by this function.
    func signedDistance(
        from localFrame: LocalFrame, ring first: Int, count: Int, within limit: Double
    ) -> Double? {
        let position = position(of: localFrame, nearRing: first)
        var crossings = Crossings(of: position)
        var ring = RingOnMap(
            vertices, first: first, count: count, on: FlatMap(of: localFrame, around: position)
        ) {
            if $2 { crossings.add($0, $1) }
        }
        if crossings.isOnEdge { return 0 }
        guard let nearest = ring.takeNearest() else { return nil }
        guard
            let metres = distance(
                to: nearest, &ring, from: localFrame, at: position, ring: first, count: count,
                within: limit)
        else { return nil }
        return crossings.isOdd ? -metres : metres
    }

    /// Returns the metres to a ring whose nearest point on the tangent plane of the frame is known.
    @inline(__always)
    private func distance(
        to nearest: RingOnMap.Point, _ others: inout RingOnMap, from localFrame: LocalFrame,
        at position: SIMD2<Double>, ring first: Int, count: Int, within limit: Double
    ) -> Double? {
        // The greatest relative error of any length on the plane, either way.
        let flat = nearest.squared.squareRoot()
        let distortion = localFrame.distortion(within: flat * 1.1)
        guard distortion < NearestEdge.flatLimit else { return nil }
        let atLeast = flat * (1 - distortion - 1e-9) - 1e-6
        guard atLeast <= limit else { return atLeast }
        // The greatest distance on the plane of the edge that is nearest on the ellipsoid: (1 + δ)²
        // / (1 - δ)².
        let reach = nearest.squared * (1 + distortion * (4 + 12 * distortion) + 1e-9) + 1e-12
        var nearest = nearest
        if others.nearestSquared() <= reach {
            guard
                let closer = nearestOnOwnMap(
                    ring: first, count: count, around: first &+ nearest.edge, from: localFrame,
                    at: position)
            else { return nil }
            nearest = closer
        }
        func distance(toEdge edge: Int, near t: Double) -> Double {
            localFrame.distance(
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

    /// Returns the nearest point of a ring on the tangent plane of one of its vertices, `vertex`;
    /// nil where not even that plane is accurate enough.
    ///
    /// Seen from far away, a small ring looks the same on any plane except for its distance, which
    /// is the same for all edges. The error of the ring's own plane depends only on its width.
    private func nearestOnOwnMap(
        ring first: Int, count: Int, around vertex: Int, from localFrame: LocalFrame,
        at position: SIMD2<Double>
    ) -> RingOnMap.Point? {
        let centre = vertices[vertex]
        let middle = LocalFrame(Coordinate(latitude: centre.y, longitude: centre.x))
        guard middle.cosineLatitude > 1e-6 else { return nil }
        // The projection of the frame's origin on that plane, straight through the earth, and its
        // depth below the plane.
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
        // No point of the ring is farther than this from its projection: along the plane, and below
        // it by at most half as much.
        let width = widest.squareRoot()
        let error = 1.5 * width * middle.distortion(within: width) + 1e-6
        let least = (nearest.squared + depthSquared).squareRoot() + 2 * error
        return ring.nearestSquared() + depthSquared > least * least ? nearest : nil
    }
}
