import Geodesy

extension FenceIndex {
    /// What is looked for: fences around a place, and those along the way to it.
    struct Search {
        /// The place.
        var place: Standpoint
        /// Metres around it.
        var radius_m: Double
        /// Where the way to it began; nil when the way does not matter.
        var start: Standpoint?
        /// Metres of the way, and as many more as a fence may lie beside it.
        var wayLength_m = 0.0

        /// Where a box lies, if it is of interest.
        ///
        /// A way by way of a box is at least as long as from its start to the box and from there
        /// to its end.
        func finding(_ box: BoundingBox) -> Finding? {
            let distance_m = box.distanceLowerBound(from: place)
            if let start, distance_m <= wayLength_m,
                distance_m + box.distanceLowerBound(from: start) <= wayLength_m
            {
                return Finding(distance_m: distance_m, isOnWay: true)
            }
            return distance_m <= radius_m ? Finding(distance_m: distance_m, isOnWay: false) : nil
        }

        /// Everything that may be of interest lies in it.
        var surroundings: BoundingBox {
            place.surroundings(metres: start == nil ? radius_m : max(radius_m, wayLength_m))
        }
    }

    /// A box that a search is interested in.
    struct Finding {
        /// Metres from the place to the box at the least.
        var distance_m: Double
        /// Whether the way may lead over it.
        var isOnWay: Bool
    }

    /// Visits every fence whose box the search is interested in, with where that box lies.
    @inline(__always)
    func visit(_ search: Search, _ body: (FenceNumber, Finding) -> Void) {
        guard levels > 0 else { return }
        let root = boxes[boxes.count - 1]
        let window = Window(search.surroundings, on: root.box)
        guard root.touches(window) else { return }
        guard levels > 1 else {
            if let finding = search.finding(root.box) { body(0, finding) }
            return
        }
        visit(level: levels - 1, boxes.count - 1, window, search, body)
    }

    /// Visits the children of a node.
    private func visit(
        level: Int, _ node: Int, _ window: Window, _ search: Search,
        _ body: (FenceNumber, Finding) -> Void
    ) {
        let below = level > 1 ? levelEnds[level - 2] : 0
        let first = below + (node - levelEnds[level - 1]) * Self.fanOut
        for child in first..<min(first + Self.fanOut, levelEnds[level - 1])
        where boxes[child].touches(window) {
            if level > 1 {
                visit(level: level - 1, child, window, search, body)
            } else if let finding = search.finding(boxes[child].box) {
                body(FenceNumber(child), finding)
            }
        }
    }
}
