import Geodesy
import Geofencing

extension FenceSurvey {
    /// Metres: up to here an edge that is straight in longitude and latitude stays within metres
    /// of the geodesic that people may have meant.
    static let longestEdge_m = 10_000.0
    /// Metres: less is nothing beside what a receiver errs, and edges along a meridian or the equator
    /// are as straight as can be.
    private static let leastDeviation_m = 1.0
    /// Degrees: an edge within this box cannot be that long, so most need no geodesic.
    private static let shortEdge_deg = 0.05

    /// Long edges and the antimeridian.
    mutating func lookAtEdges() {
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
                    + "\(Int(deviation_m.rounded())) m off the shortest way",
                hint: "add vertices between, one for each 10 km", at: edge.place)
        }
        // What goes round a pole has no shorter way round.
        if let crossing, !isAroundTheEarth {
            note(
                .noted, "it reaches over the antimeridian and is taken the short way round",
                at: crossing)
        }
    }

    private func kilometres(_ length_m: Double) -> String {
        "\(Int((length_m / 1000).rounded())) km"
    }
}

extension DrawnEdge {
    /// Metres that the middle of the edge lies beside the geodesic of its ends.
    fileprivate var deviation_m: Double {
        let run = (end.longitude - start.longitude).remainder(dividingBy: 360)
        let middle = Coordinate(
            latitude: (start.latitude + end.latitude) / 2, longitude: start.longitude + run / 2)
        let geodesic = start.destination(
            azimuth: start.azimuth(to: end), distance: start.distance(to: middle))
        return middle.distance(to: geodesic)
    }
}
