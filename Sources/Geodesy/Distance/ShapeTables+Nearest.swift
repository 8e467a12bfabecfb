extension ShapeTables {
    /// Metres from `standpoint` to the closed ring of `count` vertices from vertex `first`, if less
    /// than `limit`.
    func distance(
        from standpoint: Standpoint, ring first: Int, count: Int, limit: Double
    ) -> Double? {
        let chain = ChainRecord(
            firstVertex: UInt32(first), vertexCount: UInt32(count), firstNode: ChainRecord.noIndex,
            isClosed: true)
        var search = NearestEdge(
            from: standpoint, around: vertices[first].x, limit: limit)
        if let span = flatSpan(search) {
            var flat = span
            narrow(&flat, chain)
            if let reach = reach(of: flat, search) {
                measure(&search, chain, reach)
                return search.result
            }
        }
        measure(&search, chain)
        return search.result
    }

    /// Metres from `standpoint` to the boundary of `part`, if less than `limit`.
    func distance(
        from standpoint: Standpoint, part: PartRecord, limit: Double
    ) -> Double? {
        let (low, high) = (part.box.low.x, part.box.high.x)
        let edgeChains =
            Int(part.firstEdgeChain)..<Int(part.firstEdgeChain + part.edgeChainCount)
        var search = NearestEdge(from: standpoint, around: (low + high) / 2, limit: limit)
        // More than half a turn of longitude cannot be laid flat on one side of the standpoint.
        if high - low <= 180, let span = flatSpan(search) {
            var flat = span
            for chain in edgeChains { narrow(&flat, chains[chain]) }
            if let reach = reach(of: flat, search) {
                for chain in edgeChains { measure(&search, chains[chain], reach) }
                return search.result
            }
        }
        for chain in edgeChains { measure(&search, chains[chain]) }
        return search.result
    }

    /// A flat search that finds whatever is within the limit of `search`; nil if the map is no good
    /// anywhere.
    private func flatSpan(_ search: NearestEdge) -> FlatSearch? {
        guard search.from.cosineLatitude > 1e-6 else { return nil }
        let distortion = search.distortion(within: search.metres)
        let farthest = search.metres * (1 + distortion)
        return FlatSearch(
            position: search.position, scale: search.from.scale,
            squared: distortion < NearestEdge.flatLimit ? farthest * farthest : .infinity)
    }

    /// The flat search that passes every edge that can be nearest on the ellipsoid, after `flat`
    /// has found the nearest on the map; nil if the map is not good enough that far.
    private func reach(of flat: FlatSearch, _ search: NearestEdge) -> FlatSearch? {
        let distortion = search.distortion(within: flat.squared.squareRoot() * 1.1)
        guard distortion < NearestEdge.flatLimit else { return nil }
        var reach = flat
        // (1 + d)² for the map's error both ways, squared, and a hair for rounding.
        reach.squared = flat.squared * (1 + 4.5 * distortion + 1e-9) + 1e-12
        return reach
    }

    private func narrow(_ flat: inout FlatSearch, _ chain: ChainRecord) {
        walk(chain, bound: { flat.squaredDistance(to: $0) < flat.squared }) { a, b in
            flat.squared = min(flat.squared, flat.nearest(a, b).squared)
        }
    }

    private func measure(
        _ search: inout NearestEdge, _ chain: ChainRecord, _ reach: FlatSearch
    ) {
        walk(chain, bound: { reach.squaredDistance(to: $0) <= reach.squared }) { a, b in
            let (t, squared) = reach.nearest(a, b)
            if squared <= reach.squared { search.measure(a, b, near: t) }
        }
    }

    private func measure(_ search: inout NearestEdge, _ chain: ChainRecord) {
        walk(chain, bound: { search.bound($0.low, $0.high) < search.metres }) { a, b in
            search.measure(a, b)
        }
    }

    /// Visits the edges of `chain`, but none in a box that `bound` refuses.
    @inline(__always)
    private func walk(
        _ chain: ChainRecord, bound: (IndexBox) -> Bool,
        visit: (SIMD2<Double>, SIMD2<Double>) -> Void
    ) {
        let edgeCount = chain.edgeCount
        if chain.firstNode == ChainRecord.noIndex {
            var a = vertex(0, of: chain)
            for edge in 0..<edgeCount {
                let b = vertex(edge + 1, of: chain)
                visit(a, b)
                a = b
            }
        } else {
            let root = ChainIndex.Node(root: Int(chain.firstNode), edgeCount: edgeCount)
            walk(root, of: chain, bound: bound, visit: visit)
        }
    }

    private func walk(
        _ node: ChainIndex.Node, of chain: ChainRecord, bound: (IndexBox) -> Bool,
        visit: (SIMD2<Double>, SIMD2<Double>) -> Void
    ) {
        guard bound(nodes[node.box]) else { return }
        if node.isLeaf {
            let edges = node.edges(of: chain.edgeCount)
            var a = vertex(edges.lowerBound, of: chain)
            for edge in edges {
                let b = vertex(edge + 1, of: chain)
                visit(a, b)
                a = b
            }
        } else {
            var (child, childCount) = node.children(of: chain.edgeCount)
            for _ in 0..<childCount {
                walk(child, of: chain, bound: bound, visit: visit)
                child.index += 1
            }
        }
    }
}
