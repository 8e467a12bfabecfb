import Geodesy
import Geofencing

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

extension FenceLinter {
    /// Reports fences that a receiver cannot detect, and tolerances that leave nothing of a fence.
    mutating func lintSize(of store: ShapeStore) {
        let inradius_m = store.inradius(of: 0) + buffer_m
        if inradius_m < use.accuracy_m {
            note(
                .warned,
                "the largest circle within it has a radius of \(metres(inradius_m)), less than the "
                    + "\(metres(use.accuracy_m)) that a receiver may be off",
                hint: "make it larger or give it a buffer_m")
        }
        let enclosing_m = store.enclosingCircle(of: 0).radius + buffer_m
        let tolerances = fence.settings.tolerances.over(
            Tolerances(enter: use.toleranceEnter, exit: use.toleranceExit))
        let isInMetres = tolerances.unit == .metres
        let unit_m = isInMetres ? 1 : enclosing_m
        let least = rounded(inradius_m / unit_m, digits: isInMetres ? 1 : 2)
        let sides = [("tolerance_enter", tolerances.enter), ("tolerance_exit", tolerances.exit)]
        for (name, tolerance) in sides {
            guard let tolerance, -tolerance * unit_m > inradius_m else { continue }
            note(
                .warned,
                "\(name)\(isInMetres ? "_m" : "") \(tolerance) shrinks it by "
                    + "\(metres(-tolerance * unit_m)), which leaves nothing: it can never be entered",
                hint: "use a tolerance above -\(least)")
        }
    }

    private func metres(_ length: Double) -> String {
        "\(rounded(length, digits: 1)) m"
    }

    private func rounded(_ number: Double, digits: Int) -> Double {
        let scale = digits == 1 ? 10.0 : 100.0
        return (number * scale).rounded(.down) / scale
    }
}
