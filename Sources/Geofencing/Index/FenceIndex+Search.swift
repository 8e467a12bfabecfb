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

    /// Appends the fences whose boxes touch the window.
    func find(_ window: Window, into found: inout [FenceNumber]) {
        guard levels > 0 else { return }
        guard levels > 1 else {
            if boxes[0].touches(window) { found.append(0) }
            return
        }
        find(window, below: 0, ofLevel: levels - 1, from: boxes.count - 1, into: &found)
    }

    /// Looks among the children of a node, the `node`-th of its level, which begins at `start`.
    private func find(
        _ window: Window, below node: Int, ofLevel level: Int, from start: Int,
        into found: inout [FenceNumber]
    ) {
        // The level below ends where this one begins, and each level has an eighth of the nodes of
        // the one below.
        let shift = 3 &* (level &- 1)
        let size = (count &+ (1 &<< shift) &- 1) &>> shift
        let below = start &- size
        let end = min(node &* Self.fanOut &+ Self.fanOut, size)
        var child = node &* Self.fanOut
        while child < end {
            if boxes[below &+ child].touches(window) {
                if level > 1 {
                    find(window, below: child, ofLevel: level &- 1, from: below, into: &found)
                } else {
                    found.append(FenceNumber(truncatingIfNeeded: child))
                }
            }
            child &+= 1
        }
    }
}
