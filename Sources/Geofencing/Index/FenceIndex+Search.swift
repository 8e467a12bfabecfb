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
    }

    /// A box that a search is interested in.
    struct Finding {
        /// Metres from the place to the box at the least.
        var distance_m: Double
        /// Whether the way may lead over it.
        var isOnWay: Bool
    }

    /// Visits every fence whose box the search is interested in, with where that box lies.
    func visit(_ search: Search, _ body: (FenceNumber, Finding) -> Void) {
        guard levels > 0 else { return }
        visit(level: levels - 1, boxes.count - 1, search, body)
    }

    private func visit(
        level: Int, _ node: Int, _ search: Search, _ body: (FenceNumber, Finding) -> Void
    ) {
        guard let finding = search.finding(boxes[node].box) else { return }
        guard level > 0 else { return body(FenceNumber(node), finding) }
        let start = level > 1 ? levelEnds[level - 2] : 0
        let first = start + (node - levelEnds[level - 1]) * Self.fanOut
        for child in first..<min(first + Self.fanOut, levelEnds[level - 1]) {
            visit(level: level - 1, child, search, body)
        }
    }
}
