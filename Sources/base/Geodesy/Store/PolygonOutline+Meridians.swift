extension PolygonOutline {
    /// Moves the edges of `polygons` that are nearly on the same meridian, whatever the turn, onto
    /// exactly one meridian.
    ///
    /// Edges that are drawn a turn apart in decimals need not be exactly a turn apart in binary:
    /// 39.95 and 399.95 are not.
    static func alignMeridians(_ polygons: inout [PolygonOutline]) {
        var edges: [Edge] = []
        for (index, polygon) in polygons.enumerated() {
            for (number, ring) in polygon.rings.enumerated() where ring.isClosed {
                for (vertex, (a, b)) in ring.edges.enumerated() where a.x == b.x {
                    edges.append(Edge(polygon: index, ring: number, vertex: vertex, x: a.x))
                }
            }
        }
        guard edges.count > 1 else { return }
        edges.sort { $0.meridian < $1.meridian }
        var start = 0
        while start < edges.count {
            var end = start + 1
            while end < edges.count,
                edges[end].meridian - edges[end - 1].meridian <= nearness
            {
                end += 1
            }
            if edges[start].meridian != edges[end - 1].meridian {
                for edge in edges[start..<end] { polygons.put(edge, on: edges[start].meridian) }
            }
            start = end
        }
    }

    /// The tolerance in degrees: some units in the last place of a longitude of two turns, a tenth
    /// of a micrometre.
    static let nearness = 0x1p-40

    /// Returns a longitude at most a tenth of a micrometre away to which whole turns can be added
    /// without rounding, up to 1024 degrees.
    static func onWholeTurns(_ longitude: Double) -> Double {
        (longitude * 0x1p43).rounded() * 0x1p-43
    }

    /// An edge along a meridian, from vertex `vertex` to the next.
    fileprivate struct Edge {
        var polygon: Int
        var ring: Int
        var vertex: Int
        var x: Double

        /// The meridian whatever the turn, from -180 + nearness to 180 + nearness.
        var meridian: Double {
            let rest = x.remainder(dividingBy: 360)
            return rest <= -180 + PolygonOutline.nearness ? rest + 360 : rest
        }
    }
}

extension [PolygonOutline] {
    /// Moves both ends of an edge onto a meridian, on their present turn.
    fileprivate mutating func put(_ edge: PolygonOutline.Edge, on meridian: Double) {
        let exact = PolygonOutline.onWholeTurns(meridian)
        let x = exact + 360 * ((edge.x - exact) / 360).rounded()
        let count = self[edge.polygon].rings[edge.ring].vertices.count
        self[edge.polygon].rings[edge.ring].vertices[edge.vertex].x = x
        self[edge.polygon].rings[edge.ring].vertices[(edge.vertex + 1) % count].x = x
    }
}
