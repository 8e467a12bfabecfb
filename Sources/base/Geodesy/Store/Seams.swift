/// Finds cuts between polygons, joins the polygons there and removes the cuts from the boundary.
///
/// RFC 7946 requires polygons to be cut at the antimeridian. Two pieces of meridian are a seam if
/// they are the same meridian, area lies on both sides, and they are either the antimeridian or
/// drawn a whole turn apart. So a shape shifted by any longitude is joined in the same way. An edge
/// along a pole has no length and is never boundary.
enum Seams {
    /// Returns the areas that remain when the polygons `drawn` are joined along their seams.
    static func joined(_ drawn: [PolygonOutline]) -> [AreaOutline] {
        var polygons = drawn
        PolygonOutline.alignMeridians(&polygons)
        let seams = find(in: polygons)
        var areas: [AreaOutline] = []
        var turns = [Double?](repeating: nil, count: polygons.count)
        for start in polygons.indices where turns[start] == nil {
            turns[start] = 0
            var group = [start]
            var next = 0
            while next < group.count {
                let polygon = group[next]
                next += 1
                for join in seams.joins[polygon] ?? [] where turns[join.other] == nil {
                    turns[join.other] = (turns[polygon] ?? 0) + join.turns
                    group.append(join.other)
                }
            }
            areas.append(area(of: group, polygons, turns, seams.cuts))
        }
        return areas
    }

    /// The edge from vertex `vertex` to the next.
    private struct Edge: Hashable {
        var polygon: Int
        var ring: Int
        var vertex: Int
    }

    private struct Join {
        var other: Int
        var turns: Double
    }

    /// An edge along a meridian, with area on one side.
    private struct MeridianEdge {
        var edge: Edge
        var x: Double
        var low: Double
        var high: Double
        var isAreaWest: Bool

        /// The meridian whatever the turn; -180 is represented as 180.
        var meridian: Double {
            let rest = x.remainder(dividingBy: 360)
            return rest == -180 ? 180 : rest
        }
    }

    private struct Found {
        /// The parts of edges that are seams, from south to north.
        var cuts: [Edge: [ClosedRange<Double>]] = [:]
        var joins: [Int: [Join]] = [:]
    }

    private static func find(in polygons: [PolygonOutline]) -> Found {
        var found = Found()
        var edges: [MeridianEdge] = []
        for index in polygons.indices { collect(polygons[index], index, into: &edges) }
        guard edges.count > 1 else { return found }
        edges.sort { ($0.meridian, $0.low) < ($1.meridian, $1.low) }
        var start = 0
        while start < edges.count {
            let meridian = edges[start].meridian
            var end = start
            while end < edges.count, edges[end].meridian == meridian { end += 1 }
            let west = edges[start..<end].filter(\.isAreaWest)
            let east = edges[start..<end].filter { !$0.isAreaWest }
            match(west, east, isAntimeridian: meridian == 180, into: &found)
            start = end
        }
        return found
    }

    private static func collect(
        _ polygon: PolygonOutline, _ index: Int, into edges: inout [MeridianEdge]
    ) {
        for (number, ring) in polygon.rings.enumerated() where ring.isClosed {
            for (vertex, (a, b)) in ring.edges.enumerated() where a.x == b.x {
                edges.append(
                    MeridianEdge(
                        edge: Edge(polygon: index, ring: number, vertex: vertex), x: a.x,
                        low: min(a.y, b.y), high: max(a.y, b.y),
                        isAreaWest: b.y > a.y))
            }
        }
    }

    /// Both lists are ordered northwards, so one pass along the meridian finds every overlap.
    private static func match(
        _ west: [MeridianEdge], _ east: [MeridianEdge], isAntimeridian: Bool,
        into found: inout Found
    ) {
        var (i, j) = (0, 0)
        while i < west.count, j < east.count {
            let (w, e) = (west[i], east[j])
            let (low, high) = (max(w.low, e.low), min(w.high, e.high))
            if low < high, isAntimeridian || w.x != e.x {
                found.cuts[w.edge, default: []].append(low...high)
                found.cuts[e.edge, default: []].append(low...high)
                let turns = (w.x - e.x) / 360
                if w.edge.polygon != e.edge.polygon {
                    found.joins[w.edge.polygon, default: []].append(
                        Join(other: e.edge.polygon, turns: turns))
                    found.joins[e.edge.polygon, default: []].append(
                        Join(other: w.edge.polygon, turns: -turns))
                }
            }
            if w.high < e.high { i += 1 } else { j += 1 }
        }
    }

    private static func area(
        of group: [Int], _ polygons: [PolygonOutline], _ turns: [Double?],
        _ cuts: [Edge: [ClosedRange<Double>]]
    ) -> AreaOutline {
        var rings: [Ring] = []
        var pieces: [[SIMD2<Double>]] = []
        var isCut = false
        for polygon in group {
            for (number, drawn) in polygons[polygon].rings.enumerated() {
                var ring = drawn
                ring.shift(byTurns: turns[polygon] ?? 0)
                rings.append(ring)
                for (vertex, (a, b)) in ring.edges.enumerated() {
                    let edge = Edge(polygon: polygon, ring: number, vertex: vertex)
                    let isAlongPole = a.y == b.y && abs(a.y) == 90
                    let cut = isAlongPole ? [-90.0...90] : cuts[edge] ?? []
                    isCut = isCut || !cut.isEmpty
                    append(from: a, to: b, without: cut, onto: &pieces)
                }
            }
        }
        return AreaOutline(rings: rings, pieces: isCut ? pieces : nil)
    }

    /// Appends the parts of the edge from `a` to `b` that `cut` leaves, to the last piece where
    /// possible.
    private static func append(
        from a: SIMD2<Double>, to b: SIMD2<Double>, without cut: [ClosedRange<Double>],
        onto pieces: inout [[SIMD2<Double>]]
    ) {
        func keep(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
            if pieces.last?.last == a {
                pieces[pieces.count - 1].append(b)
            } else {
                pieces.append([a, b])
            }
        }
        guard !cut.isEmpty else { return keep(a, b) }
        let isNorthward = b.y > a.y
        var from = a
        for range in isNorthward ? cut : cut.reversed() {
            let (start, end) =
                isNorthward
                ? (range.lowerBound, range.upperBound) : (range.upperBound, range.lowerBound)
            if isNorthward ? start > from.y : start < from.y { keep(from, SIMD2(a.x, start)) }
            from.y = end
        }
        if isNorthward ? from.y < b.y : from.y > b.y { keep(from, b) }
    }
}
