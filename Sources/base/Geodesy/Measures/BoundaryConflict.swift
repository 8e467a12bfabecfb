/// Where the boundary of a shape crosses itself, runs along itself or touches itself.
public struct BoundaryConflict: Sendable, Hashable {
    /// How two edges meet.
    public enum Kind: Sendable, Hashable {
        /// They cross: part of the area counts as outside, or the depth is measured to an edge that
        /// is not part of the outline.
        case crossing
        /// They share a stretch, as the edges of polygons that touch along a side do.
        case overlap
        /// They touch at a point, as a hole that reaches the outline does.
        case touch
    }

    /// How the two edges meet.
    public let kind: Kind
    /// A position where they meet.
    public let place: Coordinate
}

extension ShapeStore {
    /// Returns the positions where edges of `shape` cross or run along one another, from west to
    /// east. If there are none, those where edges touch that are not adjacent. At most `limit`,
    /// because a malformed shape may have more than a user can read.
    ///
    /// The edges are visited from west to east and compared with the earlier edges that extend that
    /// far.
    public func boundaryConflicts(in shape: Int, limit: Int) -> [BoundaryConflict] {
        var edges: [(a: SIMD2<Double>, b: SIMD2<Double>)] = []
        forEachEdge(of: shape) { a, b in
            if a != b { edges.append(a.x < b.x || (a.x == b.x && a.y < b.y) ? (a, b) : (b, a)) }
        }
        edges.sort { ($0.a.x, $0.a.y) < ($1.a.x, $1.a.y) }
        var conflicts: [BoundaryConflict] = []
        var touches = sharedVertices(of: edges).map {
            BoundaryConflict(kind: .touch, place: coordinate($0))
        }
        var active: [Int] = []
        for (index, edge) in edges.enumerated() where conflicts.count < limit {
            active.removeAll { edges[$0].b.x < edge.a.x }
            for other in active {
                guard let conflict = conflict(edges[other], edge) else { continue }
                if conflict.kind != .touch {
                    conflicts.append(conflict)
                } else if !touches.contains(conflict), touches.count < limit {
                    touches.append(conflict)
                }
            }
            active.append(index)
        }
        return Array((conflicts.isEmpty ? touches : conflicts).prefix(limit))
    }

    /// Returns the points at which more than two edges end.
    private func sharedVertices(
        of edges: [(a: SIMD2<Double>, b: SIMD2<Double>)]
    ) -> [SIMD2<Double>] {
        let ends = edges.flatMap { [$0.a, $0.b] }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        var shared: [SIMD2<Double>] = []
        for (index, end) in ends.enumerated().dropFirst(2)
        where end == ends[index - 2] && shared.last != end {
            shared.append(end)
        }
        return shared
    }

    private func conflict(
        _ first: (a: SIMD2<Double>, b: SIMD2<Double>),
        _ second: (a: SIMD2<Double>, b: SIMD2<Double>)
    ) -> BoundaryConflict? {
        let (low, high) = (
            max(min(first.a.y, first.b.y), min(second.a.y, second.b.y)),
            min(max(first.a.y, first.b.y), max(second.a.y, second.b.y))
        )
        guard low <= high else { return nil }
        let (a, b) = (
            orientation(first.a, first.b, second.a), orientation(first.a, first.b, second.b)
        )
        if a == 0, b == 0 {
            // Both edges run in the same direction along one line: they share the part from the
            // later start to the earlier end.
            let start = second.a
            let isFirstEndEarlier =
                first.b.x < second.b.x || (first.b.x == second.b.x && first.b.y < second.b.y)
            let end = isFirstEndEarlier ? first.b : second.b
            guard start.x < end.x || (start.x == end.x && start.y < end.y) else { return nil }
            return BoundaryConflict(kind: .overlap, place: coordinate((start + end) / 2))
        }
        let (c, d) = (
            orientation(second.a, second.b, first.a), orientation(second.a, second.b, first.b)
        )
        let isFirstParted = (a < 0 && b > 0) || (a > 0 && b < 0)
        let isSecondParted = (c < 0 && d > 0) || (c > 0 && d < 0)
        if isFirstParted && (c == 0 || d == 0) {
            return BoundaryConflict(kind: .touch, place: coordinate(c == 0 ? first.a : first.b))
        }
        if isSecondParted && (a == 0 || b == 0) {
            return BoundaryConflict(kind: .touch, place: coordinate(a == 0 ? second.a : second.b))
        }
        guard isFirstParted, isSecondParted else { return nil }
        let place = second.a + (second.b - second.a) * (a / (a - b))
        return BoundaryConflict(kind: .crossing, place: coordinate(place))
    }

    private func coordinate(_ position: SIMD2<Double>) -> Coordinate {
        Coordinate(latitude: position.y, longitude: longitude(position.x, nearest: 0))
    }
}
