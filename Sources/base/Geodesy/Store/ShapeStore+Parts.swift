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
                areaChains: firstArea..<firstArea + areaCount,
                edgeChains: firstEdge..<chains.count,
                box: area.box, southPole: area.southPole, northPole: area.northPole,
                isInsideOut: area.isInsideOut))
    }

    private mutating func append(chain: [SIMD2<Double>], isClosed: Bool) {
        var record = ChainRecord(
            firstVertex: chainVertices.count, vertexCount: chain.count, isClosed: isClosed)
        if chain.count > ChainIndex.shortChain {
            record.firstNode = UInt32(nodes.count)
            let boxes = ChainIndex.boxes(edgeCount: record.edgeCount) { i in
                (chain[i], chain[i + 1 == chain.count ? 0 : i + 1])
            }
            nodes.append(copying: boxes.span)
        }
        chainVertices.append(copying: chain.span)
        chains.append(record)
    }
}
