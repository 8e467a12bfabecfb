extension ShapeStore {
    /// Draws those of the boundaries around a place whose shapes are of this store, as far as they come
    /// within some metres of it. Only shapes of one short ring are drawn, as most are.
    ///
    /// - Parameters:
    ///   - places: of the boundaries; nil for all.
    ///   - base: the number that the first shape of this store has among the boundaries.
    ///   - metres: those on the earth, more by what each boundary takes.
    public func draw(
        _ edges: inout EdgesAround, _ places: Range<Int>? = nil, numberedFrom base: UInt32 = 0,
        within metres: Double
    ) {
        edges.draw(
            places ?? 0..<edges.boundaries.count, of: tables, numberedFrom: base, within: metres)
    }
}

extension EdgesAround {
    /// The same with the tables of a store. It is done in rounds, as of shapes that lie far apart in memory
    /// most of the time goes to fetching them.
    fileprivate mutating func draw(
        _ places: Range<Int>, of tables: ShapeTables, numberedFrom base: UInt32,
        within metres: Double
    ) {
        guard let map else { return }
        for place in places {
            if let shape = boundaries[place].shape(numberedFrom: base, of: tables) {
                tables.shapes.prefetch(shape)
            }
        }
        var most = count
        for place in places {
            guard let ring = boundaries[place].ring(numberedFrom: base, of: tables) else {
                continue
            }
            tables.prefetch(ring)
            most &+= Int(ring.count)
        }
        while drawn.count < most { drawn.append(.nowhere) }
        let pen = Pen(map: map, tables: tables, metres: metres)
        Self.draw(
            places, of: tables, numberedFrom: base, by: pen, &boundaries, in: &drawn, &count)
    }

    /// The same, where there is room for all edges.
    private static func draw(
        _ places: Range<Int>, of tables: ShapeTables, numberedFrom base: UInt32, by pen: Pen,
        _ boundaries: inout [MapBoundary], in drawn: inout [MapEdge], _ count: inout Int
    ) {
        var boundaries = boundaries.mutableSpan
        var edges = drawn.mutableSpan
        for place in places {
            guard let ring = boundaries[place].ring(numberedFrom: base, of: tables) else {
                continue
            }
            let start = count
            count = pen.draw(
                ring, taken_m: boundaries[place].taken_m,
                owner: UInt32(truncatingIfNeeded: place), in: &edges, from: start)
            boundaries[place].edges = start..<count
        }
    }
}

/// What draws the rings of a store on a map.
private struct Pen {
    let map: AreaMap
    let tables: ShapeTables
    /// Metres on the earth around the line of the map within which edges are drawn, more by what each
    /// boundary takes.
    let metres: Double
    private let degreesPerMetre: SIMD2<Double>
    /// Degrees from the middle to the end of the line around which the map is, in either direction.
    private let line: SIMD2<Double>

    init(map: AreaMap, tables: ShapeTables, metres: Double) {
        self.map = map
        self.tables = tables
        self.metres = metres
        degreesPerMetre = 1 / (map.scale * map.leastScale)
        line = map.lineExtent / map.scale
    }

    /// Draws the edges of one ring at places from one on, where there is room for all of them.
    ///
    /// - Returns: the place after the last one.
    @inline(__always)
    func draw(
        _ ring: ShapeRecord, taken_m: Double, owner: UInt32,
        in edges: inout MutableSpan<MapEdge>, from first: Int
    ) -> Int {
        let reach_m = metres + taken_m + EdgesAround.rounding_m
        let middle = tables.position(map.middle, nearRing: Int(ring.first))
        let reach = reach_m / map.leastScale
        let (grid, degrees) = (tables.grid(of: ring), reach_m * degreesPerMetre + line)
        var near = tables.cells(of: ring).edges(
            from: grid.cell(of: middle - degrees), to: grid.cell(of: middle + degrees))
        let flat = FlatMap(centre: middle, image: .zero, scale: map.scale)
        let (taken, beside) = (map.taken(taken_m), map.beside)
        var next = first
        while near != 0 {
            let (start, end) = tables.edge(near.trailingZeroBitCount, of: ring)
            near &= near &- 1
            let edge = flat.part(from: start, to: end, within: reach + map.halfLine)
            // One that lies on one side of all that is of use is not.
            let (one, other) = (
                FlatMap.product(edge.start, beside), FlatMap.product(edge.end, beside)
            )
            if min(one, other) > reach || max(one, other) < -reach { continue }
            edges[next] = MapEdge(
                start: SIMD2(edge.start), end: SIMD2(edge.end), taken: taken, owner: owner)
            next &+= 1
        }
        return next
    }
}

extension MapBoundary {
    /// The shape of a boundary among those of a store, if it is one of them and to be drawn.
    @inline(__always)
    fileprivate func shape(numberedFrom base: UInt32, of tables: ShapeTables) -> Int? {
        let number = shape &- base
        return taken_m < .infinity && UInt(number) < UInt(bitPattern: tables.shapes.count)
            ? Int(number) : nil
    }

    /// The ring of which such a shape consists.
    @inline(__always)
    fileprivate func ring(numberedFrom base: UInt32, of tables: ShapeTables) -> ShapeRecord? {
        guard let shape = shape(numberedFrom: base, of: tables) else { return nil }
        let record = tables.shapes[shape]
        return record.kind == .ring ? record : nil
    }
}

extension FlatMap {
    /// The part on the map of an edge that may come within `metres` of the standpoint; all of it where
    /// that is not much longer.
    @inline(__always)
    fileprivate func part(
        from start: SIMD2<Double>, to end: SIMD2<Double>, within metres: @autoclosure () -> Double
    ) -> (start: SIMD2<Double>, end: SIMD2<Double>) {
        let (start, end) = (offset(of: start), offset(of: end))
        let step = end - start
        let square = Self.product(step, step)
        guard square > AreaMap.sight_m * AreaMap.sight_m else { return (start, end) }
        let nearest = -Self.product(start, step) / square
        let reach = metres() / square.squareRoot()
        return (
            start + max(0, min(1, nearest - reach)) * step,
            start + max(0, min(1, nearest + reach)) * step
        )
    }
}
