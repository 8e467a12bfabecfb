import Geodesy
import Geofencing

extension FenceLinter {
    /// The maximum number of conflicts reported for one fence; a longer list would not help.
    private static let listedConflicts = 10

    /// Reports edges that cross or touch, and parts that overlap.
    mutating func lintBoundary(of store: ShapeStore) {
        for conflict in store.boundaryConflicts(in: 0, limit: Self.listedConflicts) {
            report(conflict)
        }
    }

    private mutating func report(_ conflict: BoundaryConflict) {
        let edges = edgesNearest(to: conflict.place)
        let where_ =
            "near latitude \(conflict.place.latitude), longitude \(conflict.place.longitude)"
        guard let first = edges.first?.place else { return }
        let second = edges.last?.place ?? first
        let meeting =
            switch conflict.kind {
            case .crossing: "cross"
            case .overlap: "overlap"
            case .touch: "touch"
            }
        if conflict.kind == .touch {
            // A touch is allowed between rings and affects neither the side nor the distance.
            note(.noted, "the outline touches itself \(where_)", at: first)
        } else if first.part != second.part {
            note(
                .warned,
                "parts \(first.part) and \(second.part) \(meeting) \(where_), so that the "
                    + "depth inside is measured to edges between them",
                hint: "merge the parts", at: first)
        } else {
            note(
                .warned,
                "the edges at vertex \(first.vertex ?? 0) of ring \(first.ring) and vertex "
                    + "\(second.vertex ?? 0) of ring \(second.ring) \(meeting) \(where_)",
                hint: "redraw the outline so that it never meets itself", at: first)
        }
    }

    /// Returns the two edges that are closest to a position, in the order of the file.
    private func edgesNearest(to place: Coordinate) -> [DrawnEdge] {
        var nearest: [(edge: DrawnEdge, distance: Double)] = []
        fence.shape.forEachEdge { edge in
            let distance = edge.squaredDegrees(to: place)
            guard nearest.count < 2 || distance < nearest[1].distance else { return }
            let index = nearest.firstIndex { distance < $0.distance } ?? nearest.count
            nearest.insert((edge, distance), at: index)
            if nearest.count > 2 { nearest.removeLast() }
        }
        return nearest.map(\.edge).sorted { $0.place.order < $1.place.order }
    }
}

extension VertexPlace {
    fileprivate var order: (Int, Int, Int) { (part, ring, vertex ?? 0) }
}

extension DrawnEdge {
    /// Returns the squared distance from the edge to a position in square degrees, in the plane.
    fileprivate func squaredDegrees(to place: Coordinate) -> Double {
        let run = (end.longitude - start.longitude).remainder(dividingBy: 360)
        let rise = end.latitude - start.latitude
        let x = (place.longitude - start.longitude).remainder(dividingBy: 360)
        let y = place.latitude - start.latitude
        let square = run * run + rise * rise
        let share = square > 0 ? min(1, max(0, (x * run + y * rise) / square)) : 0
        let (dx, dy) = (x - share * run, y - share * rise)
        return dx * dx + dy * dy
    }
}
