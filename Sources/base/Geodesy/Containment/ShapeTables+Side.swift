extension ShapeTables {
    /// Returns the side of a short ring on which a position lies.
    ///
    /// - Parameter position: its longitude, -180 to 180, and latitude, in degrees.
    func side(of position: SIMD2<Double>, ring: ShapeRecord) -> Side {
        let place = self.position(position, nearRing: Int(ring.first))
        let first = Int(ring.first)
        var crossings = Crossings(of: place)
        var start = vertices[first &+ Int(ring.count) &- 1]
        for vertex in first..<first &+ Int(ring.count) {
            let end = vertices[vertex]
            crossings.add(start, end)
            start = end
        }
        return crossings.side
    }

    /// Returns the position of the origin of a local frame in the longitudes of the ring from
    /// vertex `first` on. A ring without a part record is at most a quarter turn wide, so at most
    /// one turn hits it.
    func position(of localFrame: LocalFrame, nearRing first: Int) -> SIMD2<Double> {
        position(localFrame.position, nearRing: first)
    }

    /// Returns the same for a position in degrees of longitude and latitude.
    func position(_ position: SIMD2<Double>, nearRing first: Int) -> SIMD2<Double> {
        SIMD2(longitude(position.x, nearest: vertices[first].x), position.y)
    }

    /// Returns the side of `part` on which the origin of a local frame lies.
    func side(of localFrame: LocalFrame, part: PartRecord) -> Side {
        let (x, y) = (localFrame.position.x, localFrame.position.y)
        if abs(y) == 90 { return y > 0 ? part.northPole : part.southPole }
        let (low, high) = (part.box.low, part.box.high)
        guard low.y <= y, y <= high.y else { return .outside }
        var isOdd = part.isInsideOut
        let isSeamless = part.firstEdgeChain == part.firstAreaChain
        for x in turns(of: x, from: low.x, to: high.x) {
            var crossings = Crossings(of: SIMD2(x, y))
            for chain in 0..<Int(part.areaChainCount) {
                count(&crossings, chain: chains[Int(part.firstAreaChain) + chain])
            }
            if crossings.isOdd { isOdd.toggle() }
            if isSeamless, crossings.isOnEdge { return .edge }
        }
        if !isSeamless, isOnEdge(x, y, of: part) { return .edge }
        return isOdd && part.areaChainCount > 0 ? .inside : .outside
    }

    private func isOnEdge(_ x: Double, _ y: Double, of part: PartRecord) -> Bool {
        for x in turns(of: x, from: part.box.low.x, to: part.box.high.x) {
            var crossings = Crossings(of: SIMD2(x, y))
            for chain in 0..<Int(part.edgeChainCount) {
                count(&crossings, chain: chains[Int(part.firstEdgeChain) + chain])
            }
            if crossings.isOnEdge { return true }
        }
        return false
    }

    private func count(_ crossings: inout Crossings, chain: ChainRecord) {
        let edgeCount = chain.edgeCount
        if chain.firstNode == ChainRecord.noIndex {
            count(&crossings, edges: 0..<edgeCount, of: chain)
        } else {
            let root = ChainIndex.Node(root: Int(chain.firstNode), edgeCount: edgeCount)
            count(&crossings, node: root, of: chain)
        }
    }

    private func count(
        _ crossings: inout Crossings, node: ChainIndex.Node, of chain: ChainRecord
    ) {
        let box = nodes[node.box]
        let place = crossings.place
        guard box.low.x <= place.x, place.x <= box.high.x, box.high.y >= place.y else { return }
        let edges = node.edges(of: chain.edgeCount)
        if box.low.y > place.y {
            crossings.addChainToTheNorth(
                from: vertex(edges.lowerBound, of: chain), to: vertex(edges.upperBound, of: chain))
        } else if node.isLeaf {
            count(&crossings, edges: edges, of: chain)
        } else {
            var (child, childCount) = node.children(of: chain.edgeCount)
            for _ in 0..<childCount {
                count(&crossings, node: child, of: chain)
                child.index += 1
            }
        }
    }

    @inline(__always)
    private func count(
        _ crossings: inout Crossings, edges: Range<Int>, of chain: ChainRecord
    ) {
        var a = vertex(edges.lowerBound, of: chain)
        for edge in edges {
            let b = vertex(edge + 1, of: chain)
            crossings.add(a, b)
            a = b
        }
    }

    /// Returns vertex `index` of `chain`; for a closed chain the index after the last vertex is its
    /// first vertex.
    func vertex(_ index: Int, of chain: ChainRecord) -> SIMD2<Double> {
        let count = Int(chain.vertexCount)
        return vertices[Int(chain.firstVertex) + (index < count ? index : index - count)]
    }

    /// Returns the longitude plus every multiple of 360° with which it lies from `low` to `high`.
    @inline(__always)
    func turns(of longitude: Double, from low: Double, to high: Double) -> Turns {
        let first = ((low - longitude) / 360).rounded(.up)
        // The longitude is so close below `low` that adding a turn rounds it to one turn above
        // `low`: it counts as `low`.
        if longitude + 360 * first - 360 >= low {
            return Turns(longitude: low, turn: 0, high: high)
        }
        // Further turns are added to this sum. Where rounding has put it on `low`, one turn more is
        // the eastern end of a part that surrounds the earth, not only a place within it.
        return Turns(longitude: longitude + 360 * first, turn: 0, high: high)
    }

    /// A longitude on consecutive turns, up to a limit.
    struct Turns: Sequence, IteratorProtocol {
        let longitude: Double
        var turn: Double
        let high: Double

        mutating func next() -> Double? {
            let x = longitude + 360 * turn
            guard x <= high else { return nil }
            turn += 1
            return x
        }
    }
}

extension Crossings {
    /// The side of a ring that contains neither pole.
    var side: Side { isOnEdge ? .edge : isOdd ? .inside : .outside }
}
