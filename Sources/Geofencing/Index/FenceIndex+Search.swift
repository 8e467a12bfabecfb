import Geodesy

extension FenceIndex {
    /// What is searched: fences around a place, and those along the segment to it.
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
            let isBeside = corridor.map { !$0.touches(box) } ?? false
            // What is no farther from the end of the way than the strip reaches is in it.
            if isBeside, let corridor, radius_m <= corridor.beside_m { return nil }
            let distance_m = box.distanceLowerBound(from: place)
            if let start, distance_m <= wayLength_m, !isBeside,
                distance_m + box.distanceLowerBound(from: start) <= wayLength_m
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
        // The children of one node a level that are still to be visited, and where each level begins.
        var children = InlineArray<11, Children>(repeating: .none)
        var nodes = InlineArray<11, Int>(repeating: 0)
        var starts = InlineArray<11, Int>(repeating: 0)
        var level = levels &- 1
        starts[level] = self.nodes.count &- 1
        children[level] = touched(ofNode: starts[level], by: window)
        while level < levels {
            guard let child = children[level].popFirst() else {
                level &+= 1
                continue
            }
            let number = nodes[level] &<< 3 | child
            guard level > 0 else {
                body(FenceNumber(truncatingIfNeeded: number))
                continue
            }
            starts[level &- 1] = starts[level] &- nodeCount(onLevel: level &- 1)
            level &-= 1
            nodes[level] = number
            children[level] = touched(ofNode: starts[level] &+ number, by: window)
        }
    }

    /// Whether the box of any fence has a place in common with the window. Stops at the first.
    func touches(_ window: Window) -> Bool {
        levels > 0 && touches(window, node: 0, level: levels - 1, start: nodes.count - 1)
    }

    /// - Parameters:
    ///   - node: a node by its number on its level, of which 0 is the lowest.
    ///   - start: where the nodes of the level begin.
    private func touches(_ window: Window, node: Int, level: Int, start: Int) -> Bool {
        var touched = touched(ofNode: start + node, by: window)
        while let child = touched.popFirst() {
            if level == 0 { return true }
            let below = start - nodeCount(onLevel: level - 1)
            if touches(window, node: node << 3 | child, level: level - 1, start: below) {
                return true
            }
        }
        return false
    }

    /// The children of a node that have a place in common with a window.
    @inline(__always)
    private func touched(ofNode node: Int, by window: Window) -> Children {
        window.mayLieOverAntimeridian
            ? touched(ofNode: node, onAnyTurn: window.limits)
            : nodes[node].touched(within: window.limits)
    }

    /// The same on each turn of longitude; apart, because it is rare.
    @inline(never)
    private func touched(ofNode node: Int, onAnyTurn limits: SIMD4<Float>) -> Children {
        let (node, turn) = (nodes[node], SIMD4<Float>(360, 0, -360, 0))
        return node.touched(within: limits).union(node.touched(within: limits + turn))
            .union(node.touched(within: limits - turn))
    }
}
