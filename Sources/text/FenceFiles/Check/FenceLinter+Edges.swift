import Geodesy
import Geofencing

extension FenceLinter {
    /// The length in metres up to which an edge that is straight in longitude and latitude is
    /// within metres of the geodesic that may have been intended.
    static let longestEdge_m = 10_000.0
    /// The least reported deviation in metres: a smaller one is negligible beside the error of a
    /// receiver. Edges along a meridian or the equator do not deviate.
    private static let leastDeviation_m = 1.0
    /// Degrees. An edge within a box of this size is not long, so most edges need no geodesic.
    private static let shortEdge_deg = 0.05

    /// Reports long edges and crossings of the antimeridian.
    mutating func lintEdges() {
        var worst: (edge: DrawnEdge, length_m: Double, deviation_m: Double)?
        var crossing: VertexPlace?
        var isAroundTheEarth = false
        fence.shape.forEachEdge { edge in
            if edge.isWholeTurn { isAroundTheEarth = true }
            if crossing == nil, edge.isOverAntimeridian || edge.start.longitude.magnitude > 180 {
                crossing = edge.place
            }
            guard
                (edge.end.longitude - edge.start.longitude).magnitude > Self.shortEdge_deg
                    || (edge.end.latitude - edge.start.latitude).magnitude > Self.shortEdge_deg
            else { return }
            let length_m = edge.start.distance(to: edge.end)
            guard length_m > Self.longestEdge_m else { return }
            let deviation_m = edge.deviation_m
            if deviation_m > worst?.deviation_m ?? Self.leastDeviation_m {
                worst = (edge, length_m, deviation_m)
            }
        }
        if let (edge, length_m, deviation_m) = worst {
            note(
                .warned,
                "an edge of \(kilometres(length_m)) is straight in longitude and latitude, about "
                    + "\(Int(deviation_m.rounded())) m off the shortest path",
                hint: "add vertices between, one for each 10 km", at: edge.place)
        }
        // A fence around a pole has no shorter interpretation.
        if let crossing, !isAroundTheEarth {
            note(
                .noted, "it crosses the antimeridian and is interpreted the short way round",
                at: crossing)
        }
    }

    private func kilometres(_ length_m: Double) -> String {
        "\(Int((length_m / 1000).rounded())) km"
    }
}

extension DrawnEdge {
    /// The distance in metres from the middle of the edge to the geodesic of its ends.
    fileprivate var deviation_m: Double {
        let run = (end.longitude - start.longitude).remainder(dividingBy: 360)
        let middle = Coordinate(
            latitude: (start.latitude + end.latitude) / 2, longitude: start.longitude + run / 2)
        let geodesic = start.destination(
            azimuth: start.azimuth(to: end), distance: start.distance(to: middle))
        return middle.distance(to: geodesic)
    }
}

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
