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
        /// The strip along it in which they lie, if it is short.
        var corridor: Corridor?

        /// Where a box lies, if it is of interest.
        ///
        /// A way by way of a box is at least as long as from its start to the box and from there
        /// to its end.
        func finding(_ box: BoundingBox) -> Finding? {
            let distance_m = box.distanceLowerBound(from: place)
            if let start, distance_m <= wayLength_m,
                distance_m + box.distanceLowerBound(from: start) <= wayLength_m,
                corridor?.touches(box) ?? true
            {
                return Finding(box: box, distance_m: distance_m, isOnWay: true)
            }
            guard distance_m <= radius_m else { return nil }
            return Finding(box: box, distance_m: distance_m, isOnWay: false)
        }

        /// Everything that may be of interest lies in it.
        var surroundings: BoundingBox {
            guard let start else { return place.surroundings(metres: radius_m) }
            let metres = max(radius_m, wayLength_m)
            // What a way may come by is no farther from its middle than half of its length.
            let fromMiddle = 1.01 * wayLength_m / 2 + radius_m
            guard corridor != nil, fromMiddle < metres else {
                return place.surroundings(metres: metres)
            }
            let middle = start.coordinate.onStraightWay(to: place.coordinate, at: 0.5)
            return Standpoint(middle).surroundings(metres: fromMiddle)
        }
    }

    /// A box that a search is interested in.
    struct Finding {
        var box: BoundingBox
        /// Metres from the place to the box at the least.
        var distance_m: Double
        /// Whether the way may lead over it.
        var isOnWay: Bool
    }

    /// Visits the fences whose boxes touch the window, in order of number.
    @inline(__always)
    func visit(_ window: Window, _ body: (FenceNumber) -> Void) {
        guard levels > 0 else { return }
        // The node that is looked into and those it lies below, by level: where their level begins,
        // and which of their children are still to be looked at. For 2^32 fences there are eleven
        // levels, and above the root is one more.
        var starts = InlineArray<12, Int>(repeating: nodes.count)
        var pending = InlineArray<12, Children>(repeating: .first)
        var (level, node) = (levels, 0)
        while true {
            guard let place = pending[level].popFirst() else {
                guard level < levels else { return }
                level &+= 1
                node &>>= 3
                continue
            }
            let child = node &<< 3 | place
            guard level > 0 else {
                body(FenceNumber(truncatingIfNeeded: child))
                continue
            }
            level &-= 1
            node = child
            starts[level] = starts[level &+ 1] &- nodeCount(onLevel: level)
            pending[level] = nodes[starts[level] &+ node].touched(by: window)
        }
    }
}
