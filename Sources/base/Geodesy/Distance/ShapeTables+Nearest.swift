extension ShapeTables {
    /// Returns the metres from the origin of a local frame to the closed ring of `count` vertices
    /// from vertex `first`, if less than `limit`; else nil.
    func distance(
        from localFrame: LocalFrame, ring first: Int, count: Int, limit: Double
    ) -> Double? {
        let ring = ChainRecord(firstVertex: first, vertexCount: count, isClosed: true)
        var search = NearestEdge(from: localFrame, around: vertices[first].x, limit: limit)
        find(&search, in: CollectionOfOne(ring), isNarrow: true)
        return search.result
    }

    /// Returns the metres from the origin of a local frame to the boundary of `part`, if less than
    /// `limit`; else nil.
    func distance(
        from localFrame: LocalFrame, part: PartRecord, limit: Double
    ) -> Double? {
        let (low, high) = (part.box.low.x, part.box.high.x)
        let edgeChains =
            Int(part.firstEdgeChain)..<Int(part.firstEdgeChain + part.edgeChainCount)
        var search = NearestEdge(from: localFrame, around: (low + high) / 2, limit: limit)
        // More than half a turn of longitude does not fit on the tangent plane on one side of the
        // origin.
        find(
            &search, in: edgeChains.lazy.map { [chains] in chains[$0] }, isNarrow: high - low <= 180
        )
        return search.result
    }

    /// Finds the nearest edge of `chains`. If the tangent plane is accurate enough at that
    /// distance, searches on the plane and measures only the candidates on the ellipsoid; otherwise
    /// measures all on the ellipsoid.
    @inline(__always)
    private func find(
        _ search: inout NearestEdge, in chains: some Collection<ChainRecord>, isNarrow: Bool
    ) {
        guard isNarrow, var flat = flatSpan(search) else {
            for chain in chains { walk(chain, for: &search) }
            return
        }
        for chain in chains { walk(chain, for: &flat) }
        guard let edge = flat.edge else {
            // No edge is within the limit, unless the limit is too far for the plane to be
            // accurate.
            if flat.squared == .infinity { for chain in chains { walk(chain, for: &search) } }
            return
        }
        guard let reach = reach(of: flat, search) else {
            for chain in chains { walk(chain, for: &search) }
            return
        }
        if flat.secondSquared > reach {
            search.measure(edge.a, edge.b, near: edge.t)
        } else {
            var measured = FlatlyNearestEdge(reach: flat.reaching(reach), search: search)
            for chain in chains { walk(chain, for: &measured) }
            search = measured.search
        }
    }

    /// Returns a search on the tangent plane that finds every edge within the limit of `search`;
    /// nil if the plane is not accurate enough anywhere.
    private func flatSpan(_ search: NearestEdge) -> TangentSearch? {
        guard search.from.cosineLatitude > 1e-6 else { return nil }
        let distortion = search.distortion(within: search.metres)
        let farthest = search.metres * (1 + distortion)
        return TangentSearch(
            around: search.position, of: search.from,
            squared: distortion < NearestEdge.flatLimit ? farthest * farthest : .infinity)
    }

    /// Returns the squared distance on the plane within which the nearest edge on the ellipsoid
    /// must lie after `flat` has found the nearest on the plane; nil if the plane is not accurate
    /// enough at that distance.
    private func reach(of flat: TangentSearch, _ search: NearestEdge) -> Double? {
        let distortion = search.distortion(within: flat.squared.squareRoot() * 1.1)
        guard distortion < NearestEdge.flatLimit else { return nil }
        // The error of the corrected plane is the square of its distortion, plus that of the radii
        // of the ellipsoid. It counts twice: for the found edge and for the edge that is really
        // nearest.
        let error = 8 * distortion * distortion + 0.04 * distortion
        return flat.squared * (1 + error + 1e-9) + 1e-12
    }

    /// Calls `search` with the edges of the boundary of `part` that are in its reach.
    func visitEdges(of part: PartRecord, for search: inout some EdgeSearch) {
        let first = Int(part.firstEdgeChain)
        for chain in first..<first + Int(part.edgeChainCount) { walk(chains[chain], for: &search) }
    }

    /// Calls `search` with the edges of `chain` that are in its reach, the nearest boxes first.
    private func walk<Search: EdgeSearch>(_ chain: ChainRecord, for search: inout Search) {
        if chain.firstNode == ChainRecord.noIndex {
            visit(0..<chain.edgeCount, of: chain, for: &search)
        } else {
            let root = ChainIndex.Node(root: Int(chain.firstNode), edgeCount: chain.edgeCount)
            walk(root, of: chain, for: &search)
        }
    }

    private func walk<Search: EdgeSearch>(
        _ node: ChainIndex.Node, of chain: ChainRecord, for search: inout Search
    ) {
        if node.isLeaf {
            return visit(node.edges(of: chain.edgeCount), of: chain, for: &search)
        }
        var (child, childCount) = node.children(of: chain.edgeCount)
        let first = child.index
        var bounds = InlineArray<8, Double>(repeating: 0)
        var nearest = 0
        for i in 0..<childCount {
            bounds[i] = search.bound(nodes[child.levelStart + first + i])
            if bounds[i] < bounds[nearest] { nearest = i }
        }
        // The nearest child first: after its result most of the other children are out of reach.
        guard bounds[nearest] <= search.reach else { return }
        child.index = first + nearest
        walk(child, of: chain, for: &search)
        for i in 0..<childCount where i != nearest && bounds[i] <= search.reach {
            child.index = first + i
            walk(child, of: chain, for: &search)
        }
    }

    @inline(__always)
    private func visit<Search: EdgeSearch>(
        _ edges: Range<Int>, of chain: ChainRecord, for search: inout Search
    ) {
        var a = vertex(edges.lowerBound, of: chain)
        for edge in edges {
            let b = vertex(edge + 1, of: chain)
            search.visit(a, b)
            a = b
        }
    }
}
