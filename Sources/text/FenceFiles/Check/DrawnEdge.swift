import Geodesy

/// An edge of a shape as written in the file, with the place of its first vertex.
struct DrawnEdge {
    var place: VertexPlace
    var start: Coordinate
    var end: Coordinate

    /// Whether the longitudes differ by more than 180 degrees: the edge crosses the antimeridian.
    var isOverAntimeridian: Bool { east.magnitude > 180 }

    /// Whether the edge goes once around the Earth, back to its own longitude.
    var isWholeTurn: Bool {
        isOverAntimeridian && east.remainder(dividingBy: 360).magnitude < 1e-9
    }

    /// The degrees of longitude from start to end, as written.
    private var east: Double { end.longitude - start.longitude }
}

extension Shape {
    /// Calls `visit` with the edges of polygons and lines, in the order of the file.
    func forEachEdge(_ visit: (DrawnEdge) -> Void) {
        func visitLine(_ line: [Coordinate], part: Int, ring: Int) {
            for vertex in line.indices.dropLast() {
                let place = VertexPlace(part: part, ring: ring, vertex: vertex)
                visit(DrawnEdge(place: place, start: line[vertex], end: line[vertex + 1]))
            }
        }
        switch self {
        case .polygons(let polygons):
            for (part, polygon) in polygons.enumerated() {
                for (ring, line) in polygon.rings.enumerated() {
                    visitLine(line, part: part, ring: ring)
                }
            }
        case .lines(let lines):
            for (part, line) in lines.enumerated() { visitLine(line, part: part, ring: 0) }
        case .points, .circle: return
        }
    }
}
