/// The spatial relations of two geometries in the plane.
struct Relations {
    private let a: ExpressionGeometry
    private let b: ExpressionGeometry
    private let tolerance: Double
    private let evaluator: Evaluator

    init(_ a: ExpressionGeometry, _ b: ExpressionGeometry, _ evaluator: Evaluator) {
        self.a = a.drawn
        self.b = b.drawn
        self.evaluator = evaluator
        tolerance = a.tolerance
    }

    private var reversed: Relations { Relations(b, a, evaluator) }

    /// The location of a position relative to a geometry.
    enum Location: Hashable { case inside, boundary, outside }

    private func location(
        of p: Vector, in geometry: ExpressionGeometry
    ) throws(ExpressionError) -> Location {
        try evaluator.charge(geometry.byteCount)
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
    ) throws(ExpressionError) -> Set<Location> {
        var found: Set<Location> = []
        guard of.dimension > 0 else {
            for place in of.vectors { found.insert(try location(of: place, in: by)) }
            return found
        }
        let others = by.edges
        for edge in of.edges {
            try evaluator.charge(Edge.meeting_bytes * others.count)
            var cuts = [0.0, 1.0]
            for other in others { cuts += edge.meetings(with: other, tolerance: tolerance) }
            cuts.sort()
            let size = length(edge.b - edge.a)
            for (from, to) in zip(cuts, cuts.dropFirst()) where (to - from) * size > tolerance {
                found.insert(try location(of: edge.place((from + to) / 2), in: by))
            }
        }
        return found
    }

    /// Whether they share a position.
    var intersects: Bool {
        get throws(ExpressionError) {
            for place in a.vectors where try location(of: place, in: b) != .outside { return true }
            for place in b.vectors where try location(of: place, in: a) != .outside { return true }
            return try haveMeeting { _, _ in true }
        }
    }

    /// Whether two edges meet at a place that fulfils a condition.
    private func haveMeeting(
        where holds: (Edge, Double) -> Bool
    ) throws(ExpressionError) -> Bool {
        let others = b.edges
        for edge in a.edges {
            try evaluator.charge(Edge.meeting_bytes * others.count)
            for other in others {
                let meetings = edge.meetings(with: other, tolerance: tolerance)
                if meetings.contains(where: { holds(edge, $0) }) { return true }
            }
        }
        return false
    }

    /// Whether the first contains the second, and their interiors intersect.
    var contains: Bool {
        get throws(ExpressionError) {
            guard a.dimension >= b.dimension, !b.vectors.isEmpty else { return false }
            guard try !locations(of: b, in: a).contains(.outside), try insidesMeet else {
                return false
            }
            // A hole of the first within the second would be outside the first.
            guard b.dimension == 2 else { return true }
            return try !locations(of: a, in: b).contains(.inside)
        }
    }

    /// Whether they cover the same positions.
    var equals: Bool {
        get throws(ExpressionError) {
            guard a.dimension == b.dimension else { return false }
            guard try covers else { return false }
            return try reversed.covers
        }
    }

    private var covers: Bool {
        get throws(ExpressionError) {
            guard try !locations(of: b, in: a).contains(.outside) else { return false }
            guard a.dimension == 2 else { return true }
            return try !locations(of: a, in: b).contains(.inside)
        }
    }

    /// Whether the interiors intersect.
    var insidesMeet: Bool {
        get throws(ExpressionError) {
            switch (a.dimension, b.dimension) {
            case (0, _): return try locations(of: a, in: b).contains(.inside)
            case (_, 0): return try locations(of: b, in: a).contains(.inside)
            case (1, 1):
                if try locations(of: a, in: b).contains(.inside) { return true }
                return try hasCrossing
            case (1, _): return try locations(of: a, in: b).contains(.inside)
            case (_, 1): return try locations(of: b, in: a).contains(.inside)
            default:
                let (first, second) = (
                    try locations(of: a, in: b), try locations(of: b, in: a)
                )
                if first.contains(.inside) || second.contains(.inside) { return true }
                // Equal boundaries have equal interiors.
                return !first.contains(.outside) && !second.contains(.outside)
            }
        }
    }

    /// Whether two lines meet at a position that is not an end of either.
    private var hasCrossing: Bool {
        get throws(ExpressionError) {
            let ends = a.ends + b.ends
            try evaluator.charge(ends.count * Edge.meeting_bytes)
            return try haveMeeting { edge, u in
                !ends.contains { length($0 - edge.place(u)) <= tolerance }
            }
        }
    }

    /// Whether they share positions, but only of their boundaries.
    var touches: Bool {
        get throws(ExpressionError) {
            guard a.dimension > 0 || b.dimension > 0 else { return false }
            guard try intersects else { return false }
            return try !insidesMeet
        }
    }

    /// Whether each has a part outside the other, and their common part has their dimension.
    var overlaps: Bool {
        get throws(ExpressionError) {
            guard a.dimension == b.dimension, try !contains, try !reversed.contains else {
                return false
            }
            if a.dimension == 1 { return try locations(of: a, in: b).contains(.inside) }
            return try insidesMeet
        }
    }

    /// Whether one passes through the other.
    var crosses: Bool {
        get throws(ExpressionError) {
            switch (a.dimension, b.dimension) {
            case (1, 1):
                guard try hasCrossing else { return false }
                return try !locations(of: a, in: b).contains(.inside)
            case (0, 1), (0, 2), (1, 2):
                let found = try locations(of: a, in: b)
                return found.contains(.inside) && found.contains(.outside)
            case (1, 0), (2, 0), (2, 1): return try reversed.crosses
            default: return false
            }
        }
    }

    /// Returns the nearest positions of the two; nil when one is empty. Lengths along x are
    /// weighted, because a degree of longitude is shorter than one of latitude.
    func nearest(weighing x: Double) throws(ExpressionError) -> (Vector, Vector)? {
        let scale = Vector(x, 1)
        func scaled(_ edge: Edge) -> Edge { Edge(a: edge.a * scale, b: edge.b * scale) }
        let first = a.edges.isEmpty ? a.vectors.map { Edge(a: $0, b: $0) } : a.edges
        let second = b.edges.isEmpty ? b.vectors.map { Edge(a: $0, b: $0) } : b.edges
        var best: (distance: Double, Vector, Vector)?
        for one in first.map(scaled) {
            try evaluator.charge(Edge.meeting_bytes * second.count)
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
