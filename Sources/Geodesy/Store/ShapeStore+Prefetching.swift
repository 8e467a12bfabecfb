/// Where many shapes lie far apart in memory, most of the time of a measurement goes to fetching them.
/// So whoever is about to measure several has all of them fetched first, in two rounds.
extension ShapeStore {
    /// Has the record of a shape fetched: the first round.
    public func prefetch(_ shape: Int) { prefetch(shape..<shape &+ 1) }

    /// The same with those of several.
    public func prefetch(_ shapes: Range<Int>) { tables.shapes.prefetch(shapes) }

    /// Has the outline of a shape fetched where it is one short ring, as most are: the second round,
    /// which reads the record.
    public func prefetchOutline(of shape: Int) {
        let record = tables.shapes[shape]
        if record.kind == .ring { tables.prefetch(record) }
    }

    /// Has fetched of such an outline what mostly tells on which side of it a place lies: the second round
    /// for those who ask no more.
    public func prefetchCells(of shape: Int) {
        let record = tables.shapes[shape]
        if record.kind == .ring { tables.prefetchCells(of: record) }
    }
}

extension ShapeTables {
    /// Has the cells and vertices of a short ring fetched.
    @inline(__always)
    func prefetch(_ ring: ShapeRecord) {
        vertices.prefetch(ring.cellsStart..<Int(ring.first) &+ Int(ring.count))
    }

    /// The same with the cells, and the vertex around which they lie.
    @inline(__always)
    fileprivate func prefetchCells(of ring: ShapeRecord) {
        vertices.prefetch(ring.cellsStart..<Int(ring.first) &+ 1)
    }
}
