import Geodesy

extension FenceLinter {
    /// Reports spikes and the wrong direction of rings.
    mutating func lintRings(of polygons: [Polygon]) {
        for (part, polygon) in polygons.enumerated() {
            for (index, ring) in polygon.rings.enumerated() {
                if let vertex = spike(in: ring) {
                    note(
                        .warned, "the outline has a spike: it goes to a point and back",
                        hint: "remove the spike",
                        at: VertexPlace(part: part, ring: index, vertex: vertex))
                }
                let isClockwise = doubledArea(of: ring) < 0
                if isClockwise != (index > 0) {
                    note(
                        .noted,
                        index > 0
                            ? "the hole runs counterclockwise; RFC 7946 requires clockwise"
                            : "the outline runs clockwise; RFC 7946 requires counterclockwise",
                        at: VertexPlace(part: part, ring: index))
                }
            }
        }
    }

    /// Returns the first vertex whose two neighbours are at the same position; nil if none.
    private func spike(in ring: [Coordinate]) -> Int? {
        let corners = ring.dropLast()
        guard corners.count > 2 else { return nil }
        return corners.indices.first { vertex in
            let before = corners[vertex == 0 ? corners.count - 1 : vertex - 1]
            return before == corners[(vertex + 1) % corners.count] && before != corners[vertex]
        }
    }

    /// Returns twice the area in square degrees, positive for a counterclockwise ring.
    private func doubledArea(of ring: [Coordinate]) -> Double {
        guard let origin = ring.first else { return 0 }
        // The signed longitude difference to the first vertex, the short way round.
        func x(_ place: Coordinate) -> Double {
            (place.longitude - origin.longitude).remainder(dividingBy: 360)
        }
        return zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
            sum + x(edge.0) * (edge.1.latitude - origin.latitude)
                - x(edge.1) * (edge.0.latitude - origin.latitude)
        }
    }
}
