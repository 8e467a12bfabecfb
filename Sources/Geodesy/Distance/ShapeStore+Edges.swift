extension ShapeStore {
    /// Adds the edges of a shape that come within `metres` of a place on a map.
    ///
    /// - Returns: false of a shape that is not one short ring, as most are: nothing is added.
    public func addEdges(
        of shape: Int, within metres: Double, of place: SIMD2<Double>, on area: AreaMap,
        to edges: inout [MapEdges]
    ) -> Bool {
        let record = tables.shapes[shape]
        guard record.kind == .ring else { return false }
        let vertices = tables.vertices
        let (first, count) = (Int(record.first), Int(record.count))
        let middle = tables.position(area.middle, nearRing: first)
        let map = FlatMap(centre: middle, image: place, scale: area.scale)
        let limit = SIMD2(repeating: metres)
        var (near, bit): (UInt64, UInt64) = (0, 1)
        var start = map.offset(of: vertices[first &+ count &- 1])
        for vertex in first..<first &+ count {
            let end = map.offset(of: vertices[vertex])
            // Mostly it is far away, and its box tells. Nobody can guess which are: no branch.
            let isNear = all((lesser(start, end) .<= limit) .& (greater(start, end) .>= -limit))
            near |= isNear ? bit : 0
            bit &<<= 1
            start = end
        }
        var (group, filled) = (MapEdges(), 0)
        while near != 0 {
            let vertex = near.trailingZeroBitCount
            near &= near &- 1
            let before = vertex == 0 ? count &- 1 : vertex &- 1
            let (from, to) = FlatMap.part(
                from: map.offset(of: vertices[first &+ before]),
                to: map.offset(of: vertices[first &+ vertex]), within: metres)
            group.set(filled, from: from + place, to: to + place)
            filled &+= 1
            if filled == 4 {
                edges.append(group)
                (group, filled) = (MapEdges(), 0)
            }
        }
        if filled > 0 { edges.append(group) }
        return true
    }
}

extension FlatMap {
    /// The part of an edge that may come within `metres` of the standpoint; all of it where that is not
    /// much longer.
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
