extension ShapeStore.Builder {
    /// Stores one part of a shape.
    mutating func append(_ area: AreaOutline) {
        let firstArea = chains.count
        for ring in area.rings { append(chain: ring.vertices, isClosed: ring.isClosed) }
        let areaCount = chains.count - firstArea
        var firstEdge = firstArea
        if let pieces = area.pieces {
            firstEdge = chains.count
            for piece in pieces { append(chain: piece, isClosed: false) }
        }
        parts.append(
            PartRecord(
                firstAreaChain: UInt32(firstArea), areaChainCount: UInt32(areaCount),
                firstEdgeChain: UInt32(firstEdge),
                edgeChainCount: UInt32(chains.count - firstEdge),
                box: area.box, southPole: area.southPole, northPole: area.northPole,
                isInsideOut: area.isInsideOut))
    }

    private mutating func append(chain: [SIMD2<Double>], isClosed: Bool) {
        var record = ChainRecord(
            firstVertex: UInt32(vertices.count), vertexCount: UInt32(chain.count),
            firstNode: ChainRecord.noIndex, isClosed: isClosed)
        if chain.count > ChainIndex.shortChain {
            record.firstNode = UInt32(nodes.count)
            nodes += ChainIndex.boxes(edgeCount: record.edgeCount) { i in
                (chain[i], chain[i + 1 == chain.count ? 0 : i + 1])
            }
        }
        vertices += chain
        chains.append(record)
    }
}
