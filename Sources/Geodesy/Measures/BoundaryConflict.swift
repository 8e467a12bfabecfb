/// Where the boundary of a shape crosses itself or runs along itself.
public struct BoundaryConflict: Sendable, Hashable {
    /// How two edges meet.
    public enum Kind: Sendable, Hashable {
        /// They cross: one part of the area is counted as outside, or depth is measured to an edge
        /// that is no outline.
        case crossing
        /// They share a stretch, as polygons that touch along a side do.
        case overlap
    }

    /// How the two edges meet.
    public let kind: Kind
    /// A place where they do.
    public let place: Coordinate
}

extension ShapeStore {
    /// The westernmost place where edges of `shape` cross or run along one another, if there is
    /// one. Edges that only touch at a point are no conflict.
    ///
    /// Edges are taken from west to east and compared with those that still reach that far.
    public func boundaryConflict(in shape: Int) -> BoundaryConflict? {
        var edges: [(a: SIMD2<Double>, b: SIMD2<Double>)] = []
        forEachEdge(of: shape) { a, b in
            if a != b { edges.append(a.x < b.x || (a.x == b.x && a.y < b.y) ? (a, b) : (b, a)) }
        }
        edges.sort { ($0.a.x, $0.a.y) < ($1.a.x, $1.a.y) }
        var active: [Int] = []
        for (index, edge) in edges.enumerated() {
            active.removeAll { edges[$0].b.x < edge.a.x }
            for other in active {
                if let conflict = conflict(edges[other], edge) { return conflict }
            }
            active.append(index)
        }
        return nil
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
            // Both run the same way along one line: they share what is from the later start to the
            // earlier end.
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
        guard (a < 0 && b > 0) || (a > 0 && b < 0), (c < 0 && d > 0) || (c > 0 && d < 0) else {
            return nil
        }
        let place = second.a + (second.b - second.a) * (a / (a - b))
        return BoundaryConflict(kind: .crossing, place: coordinate(place))
    }

    private func coordinate(_ position: SIMD2<Double>) -> Coordinate {
        Coordinate(
            latitude: position.y,
            longitude: abs(position.x) <= 180
                ? position.x : position.x.remainder(dividingBy: 360))
    }
}
