extension ShapeStore {
    /// Adds the edges of a shape that come within some metres of the middle of a map.
    ///
    /// - Parameters:
    ///   - metres: those, on the map.
    ///   - taken_m: metres on the earth before an edge from which on it counts.
    ///   - owner: whose edges they are.
    /// - Returns: which they are; nil of a shape that is not one short ring, as most are: nothing is
    ///   added.
    public func addEdges(
        of shape: Int, within metres: Double, taken_m: Double, owner: Int,
        to edges: inout EdgesAround
    ) -> Range<Int>? {
        let record = tables.shapes[shape]
        guard record.kind == .ring, let area = edges.map else { return nil }
        let (vertices, first, last) = (
            tables.vertices, Int(record.first), Int(record.first) + Int(record.count) - 1
        )
        let middle = tables.position(area.middle, nearRing: first)
        var near = tables.edges(ofRing: record, within: metres / area.scale, of: middle)
        let map = FlatMap(centre: middle, image: .zero, scale: area.scale)
        return edges.append(
            most: Int(record.count), taken: area.taken(taken_m), owner: UInt32(owner)
        ) {
            guard near != 0 else { return nil }
            let vertex = first &+ near.trailingZeroBitCount
            near &= near &- 1
            return FlatMap.part(
                from: map.offset(of: vertices[vertex]),
                to: map.offset(of: vertices[vertex == last ? first : vertex &+ 1]),
                within: metres)
        }
    }
}

extension ShapeTables {
    /// The edges of a short ring that may come into a window: for each a bit at the number of the vertex
    /// from which it leads.
    ///
    /// - Parameters:
    ///   - degrees: of longitude and latitude from the middle of the window to its rim.
    ///   - middle: that, in the longitudes of the ring.
    @inline(__always)
    fileprivate func edges(
        ofRing record: ShapeRecord, within degrees: SIMD2<Double>, of middle: SIMD2<Double>
    ) -> UInt64 {
        let (first, count) = (Int(record.first), Int(record.count))
        let grid = CellGrid(around: vertices[first], record.fineness)
        let (low, high) = (grid.cell(of: middle - degrees), grid.cell(of: middle + degrees))
        let (lows, highs) = (CellRun.repeated(low), CellRun.repeated(high))
        var near: UInt64 = 0
        for start in stride(from: 0, to: count, by: CellRun.count) {
            let run = CellRun(cells, from: first &+ start)
            let next = CellRun(cells, from: first &+ start &+ 1)
            near |= run.touching(next: next, low: lows, high: highs) &<< UInt64(start)
        }
        // The last one leads back to the first vertex.
        let (end, begin) = (cells[first &+ count &- 1], cells[first])
        let isNear =
            all(lesser(end, begin) .<= high) && all(greater(end, begin) .>= low)
        let bit: UInt64 = 1 &<< UInt64(count &- 1)
        return near & (bit &- 1) | (isNear ? bit : 0)
    }
}

extension FlatMap {
    /// The part of an edge that may come within `metres` of the standpoint; all of it where that is not
    /// much longer.
    @inline(__always)
    static func part(
        from start: SIMD2<Double>, to end: SIMD2<Double>, within metres: Double
    ) -> (SIMD2<Double>, SIMD2<Double>) {
        let step = end - start
        let square = product(step, step)
        guard square > AreaMap.sight_m * AreaMap.sight_m else { return (start, end) }
        let nearest = -product(start, step) / square
        let reach = metres / square.squareRoot()
        return (
            start + max(0, min(1, nearest - reach)) * step,
            start + max(0, min(1, nearest + reach)) * step
        )
    }
}
