/// The spatial relations of two geometries in the plane.
struct Relations {
    private let a: ExpressionGeometry
    private let b: ExpressionGeometry
    private let tolerance: Double

    init(_ a: ExpressionGeometry, _ b: ExpressionGeometry) {
        self.a = a.drawn
        self.b = b.drawn
        tolerance = a.tolerance
    }

    private var reversed: Relations { Relations(b, a) }

    /// The location of a position relative to a geometry.
    enum Location: Hashable { case inside, boundary, outside }

    static func location(
        of p: Vector, in geometry: ExpressionGeometry, tolerance: Double
    ) -> Location {
        switch geometry.dimension {
        case 0:
            return geometry.vectors.contains { length($0 - p) <= tolerance } ? .inside : .outside
        case 1:
            guard geometry.edges.contains(where: { $0.distance(to: p) <= tolerance }) else {
                return .outside
            }
            return geometry.ends.contains { length($0 - p) <= tolerance } ? .boundary : .inside
        default:
            var isInside = false
            for edge in geometry.edges {
                if edge.distance(to: p) <= tolerance { return .boundary }
                let (a, b) = (edge.a, edge.b)
                guard (a.y > p.y) != (b.y > p.y) else { continue }
                if p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) { isInside.toggle() }
            }
            return isInside ? .inside : .outside
        }
    }

    /// Returns the locations relative to `by` of the pieces into which the edges of `by` cut those
    /// of `of`: points themselves, and the middles of pieces of edges.
    private func locations(
        of: ExpressionGeometry, in by: ExpressionGeometry
    ) -> Set<Location> {
        guard of.dimension > 0 else {
            return Set(of.vectors.map { Self.location(of: $0, in: by, tolerance: tolerance) })
        }
        var found: Set<Location> = []
        let others = by.edges
        for edge in of.edges {
            var cuts = [0.0, 1.0]
            for other in others { cuts += edge.meetings(with: other, tolerance: tolerance) }
            cuts.sort()
            let size = length(edge.b - edge.a)
            for (from, to) in zip(cuts, cuts.dropFirst()) where (to - from) * size > tolerance {
                let middle = edge.place((from + to) / 2)
                found.insert(Self.location(of: middle, in: by, tolerance: tolerance))
            }
        }
        return found
    }

    /// Whether they share a position.
    var intersects: Bool {
        if a.vectors.contains(where: { isIn($0, b) }) || b.vectors.contains(where: { isIn($0, a) })
        {
            return true
        }
        return a.edges.contains { edge in
            b.edges.contains { !edge.meetings(with: $0, tolerance: tolerance).isEmpty }
        }
    }

    private func isIn(_ p: Vector, _ geometry: ExpressionGeometry) -> Bool {
        Self.location(of: p, in: geometry, tolerance: tolerance) != .outside
    }

    /// Whether the first contains the second, and their interiors intersect.
    var contains: Bool {
        guard a.dimension >= b.dimension, !b.vectors.isEmpty else { return false }
        guard !locations(of: b, in: a).contains(.outside), insidesMeet else { return false }
        // A hole of the first within the second would be outside the first.
        return b.dimension < 2 || !locations(of: a, in: b).contains(.inside)
    }

    /// Whether they cover the same positions.
    var equals: Bool {
        guard a.dimension == b.dimension else { return false }
        return covers && reversed.covers
    }

    private var covers: Bool {
        !locations(of: b, in: a).contains(.outside)
            && (a.dimension < 2 || !locations(of: a, in: b).contains(.inside))
    }

    /// Whether the interiors intersect.
    var insidesMeet: Bool {
        switch (a.dimension, b.dimension) {
        case (0, _): return locations(of: a, in: b).contains(.inside)
        case (_, 0): return locations(of: b, in: a).contains(.inside)
        case (1, 1): return locations(of: a, in: b).contains(.inside) || hasCrossing
        case (1, _): return locations(of: a, in: b).contains(.inside)
        case (_, 1): return locations(of: b, in: a).contains(.inside)
        default:
            if locations(of: a, in: b).contains(.inside) { return true }
            if locations(of: b, in: a).contains(.inside) { return true }
            // Equal boundaries have equal interiors.
            return !locations(of: a, in: b).contains(.outside)
                && !locations(of: b, in: a).contains(.outside)
        }
    }

    /// Whether two lines meet at a position that is not an end of either.
    private var hasCrossing: Bool {
        let ends = a.ends + b.ends
        return a.edges.contains { edge in
            b.edges.contains { other in
                edge.meetings(with: other, tolerance: tolerance).contains { u in
                    !ends.contains { length($0 - edge.place(u)) <= tolerance }
                }
            }
        }
    }

    /// Whether they share positions, but only of their boundaries.
    var touches: Bool {
        guard a.dimension > 0 || b.dimension > 0 else { return false }
        return intersects && !insidesMeet
    }

    /// Whether each has a part outside the other, and their common part has their dimension.
    var overlaps: Bool {
        guard a.dimension == b.dimension, !contains, !reversed.contains else { return false }
        if a.dimension == 1 { return locations(of: a, in: b).contains(.inside) }
        return insidesMeet
    }

    /// Whether one passes through the other.
    var crosses: Bool {
        switch (a.dimension, b.dimension) {
        case (1, 1): return hasCrossing && !locations(of: a, in: b).contains(.inside)
        case (0, 1), (0, 2), (1, 2):
            let found = locations(of: a, in: b)
            return found.contains(.inside) && found.contains(.outside)
        case (1, 0), (2, 0), (2, 1): return reversed.crosses
        default: return false
        }
    }

    /// Returns the nearest positions of the two; nil when one is empty. Lengths along x are
    /// weighted, because a degree of longitude is shorter than one of latitude.
    func nearest(weighing x: Double) -> (Vector, Vector)? {
        let scale = Vector(x, 1)
        func scaled(_ edge: Edge) -> Edge { Edge(a: edge.a * scale, b: edge.b * scale) }
        let first = a.edges.isEmpty ? a.vectors.map { Edge(a: $0, b: $0) } : a.edges
        let second = b.edges.isEmpty ? b.vectors.map { Edge(a: $0, b: $0) } : b.edges
        var best: (distance: Double, Vector, Vector)?
        for one in first.map(scaled) {
            for other in second.map(scaled) {
                for (p, q) in [
                    (one.a, other.place(other.nearest(to: one.a))),
                    (one.b, other.place(other.nearest(to: one.b))),
                    (one.place(one.nearest(to: other.a)), other.a),
                    (one.place(one.nearest(to: other.b)), other.b),
                ] where length(p - q) < best?.distance ?? .infinity {
                    best = (length(p - q), p, q)
                }
            }
        }
        return best.map { ($0.1 / scale, $0.2 / scale) }
    }
}
