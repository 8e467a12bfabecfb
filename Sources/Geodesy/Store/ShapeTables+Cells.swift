extension ShapeTables {
    /// The cells of the vertices of a short ring.
    @inline(__always)
    func cells(of ring: ShapeRecord) -> RingCells { RingCells(of: ring, in: vertices) }

    /// The grid that these are of.
    @inline(__always)
    func grid(of ring: ShapeRecord) -> CellGrid {
        CellGrid(around: vertices[Int(ring.first)], ring.fineness)
    }

    /// The vertices between which the edge of a short ring leads from its vertex of that number.
    @inline(__always)
    func edge(_ number: Int, of ring: ShapeRecord) -> (SIMD2<Double>, SIMD2<Double>) {
        let (first, next) = (Int(ring.first), number &+ 1)
        return (
            vertices[first &+ number], vertices[next == Int(ring.count) ? first : first &+ next]
        )
    }
}
