/// The checked rings of one polygon: outline first, then holes.
struct PolygonOutline {
    var rings: [Ring]

    /// Its vertices, if it is so simple that it needs no part record: one short ring of at most a
    /// quarter turn that does not touch a pole.
    var shortRing: [SIMD2<Double>]? {
        guard rings.count == 1, rings[0].isClosed,
            rings[0].vertices.count <= ChainIndex.shortChain
        else { return nil }
        let box = rings[0].box
        guard box.high.x - box.low.x <= 90, box.high.y < 90, box.low.y > -90 else { return nil }
        return rings[0].vertices
    }
}
