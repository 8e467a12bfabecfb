import Geodesy

extension FenceIndex {
    /// A search for fences around a place and along the segment to it.
    struct Search {
        /// The place.
        var place: LocalFrame
        /// The radius of the search in metres.
        var radius_m: Double
        /// The start of the segment; nil when the segment is not searched.
        var start: LocalFrame?
        /// The metres of the segment plus the distance that a fence may have from it.
        var segmentLength_m = 0.0

        /// Returns the position of a box relative to the search; nil when the box is not relevant.
        ///
        /// A path that touches a box is at least as long as the distance from its start to the box
        /// plus that from the box to its end.
        func finding(_ box: BoundingBox) -> Finding? {
            let distance_m = box.distanceLowerBound(from: place)
            let isOnSegment =
                distance_m <= segmentLength_m
                && start.map { distance_m + box.distanceLowerBound(from: $0) <= segmentLength_m }
                    ?? false
            guard isOnSegment || distance_m <= radius_m else { return nil }
            return Finding(distance_m: distance_m, isOnSegment: isOnSegment)
        }

        /// A box that contains everything relevant.
        var boundingBox: BoundingBox { place.boundingBox(metres: max(radius_m, segmentLength_m)) }
    }

    /// A fence that is relevant for a search.
    struct Finding {
        /// A lower bound of the metres from the place to its box.
        var distance_m: Double
        /// Whether the segment may cross its box.
        var isOnSegment: Bool
    }

    /// Visits the fences whose boxes touch the window, in order of number.
    func visit(_ window: Window, _ body: (FenceNumber) -> Void) {
        _ = visit(
            window,
            until: { number in
                body(number)
                return false
            })
    }

    /// Whether the box of any fence has a place in common with the window.
    func touches(_ window: Window) -> Bool { visit(window, until: { _ in true }) }

    /// Visits these fences until `isLast` returns true; returns whether it did.
    private func visit(_ window: Window, until isLast: (FenceNumber) -> Bool) -> Bool {
        levels > 0
            && visit(window, node: 0, level: levels - 1, start: nodes.count - 1, until: isLast)
    }

    /// Visits the fences below a node in the same way.
    ///
    /// - Parameters:
    ///   - node: the number of the node on its level.
    ///   - level: the level of the node; 0 is the lowest.
    ///   - start: the offset of the nodes of the level.
    private func visit(
        _ window: Window, node: Int, level: Int, start: Int, until isLast: (FenceNumber) -> Bool
    ) -> Bool {
        var touched = touched(ofNode: start &+ node, by: window)
        while let child = touched.popFirst() {
            let number = node &<< 3 | child
            let isDone =
                level == 0
                ? isLast(FenceNumber(truncatingIfNeeded: number))
                : visit(
                    window, node: number, level: level &- 1,
                    start: start &- nodeCount(onLevel: level &- 1), until: isLast)
            if isDone { return true }
        }
        return false
    }

    /// Returns the children of a node that have a place in common with a window.
    @inline(__always)
    private func touched(ofNode node: Int, by window: Window) -> Children {
        window.mayLieOverAntimeridian
            ? touched(ofNode: node, onAnyTurn: window.limits)
            : nodes[node].touched(within: window.limits)
    }

    /// Returns them for each turn of longitude. A separate function, because it is rare.
    @inline(never)
    private func touched(ofNode node: Int, onAnyTurn limits: SIMD4<Float>) -> Children {
        let (node, turn) = (nodes[node], SIMD4<Float>(360, 0, -360, 0))
        return node.touched(within: limits).union(node.touched(within: limits + turn))
            .union(node.touched(within: limits - turn))
    }
}
