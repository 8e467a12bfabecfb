/// The cells of the vertices of a short ring, which stand before these in the column of vertices: eight in
/// the room of one. So whoever looks at a ring reads what lies side by side.
struct RingCells {
    private let address: UInt
    private let count: Int

    /// Those of a ring in the column.
    @inline(__always)
    init(of ring: ShapeRecord, in vertices: Column<SIMD2<Double>>) {
        count = Int(ring.count)
        let first = ring.cellsStart
        assert(first >= 0 && Int(ring.first) &+ count <= vertices.count)
        address =
            vertices.address
            &+ UInt(bitPattern: first &* MemoryLayout<SIMD2<Double>>.stride)
    }

    /// As many elements of the column they take.
    @inline(__always)
    static func room(for count: Int) -> Int { (count &+ CellRun.count &- 1) / CellRun.count }

    /// Hands out what is to stand before the vertices of a ring.
    static func forEach(
        of ring: [SIMD2<Double>], in grid: CellGrid, _ body: (SIMD2<Double>) -> Void
    ) {
        for start in stride(from: 0, to: ring.count, by: CellRun.count) {
            var cells = SIMD16<UInt8>.zero
            for vertex in start..<min(start + CellRun.count, ring.count) {
                let cell = grid.cell(of: ring[vertex])
                cells[2 * (vertex - start)] = cell.x
                cells[2 * (vertex - start) + 1] = cell.y
            }
            body(unsafe unsafeBitCast(cells, to: SIMD2<Double>.self))
        }
    }

    /// The edges that may meet the meridian of a place there or north of it, and those of them that plainly
    /// cross it north of the place: for each a bit at the number of the vertex from which it leads.
    @inline(__always)
    func edges(northOf place: SIMD2<UInt8>) -> (touching: UInt64, plain: UInt64) {
        let place = CellRun.repeated(place)
        return edges { $0.crossing(next: $1, northOf: place) }
    }

    /// Edges of two kinds, by what is told of eight of them at a time, by the cells at their ends.
    @inline(__always)
    private func edges(_ body: (CellRun, CellRun) -> (UInt64, UInt64)) -> (UInt64, UInt64) {
        var found: (UInt64, UInt64) = (0, 0)
        for start in stride(from: 0, to: count, by: CellRun.count) {
            let some = body(run(from: start), run(from: start &+ 1))
            found.0 |= some.0 &<< UInt64(start)
            found.1 |= some.1 &<< UInt64(start)
        }
        // The last one leads back to the first vertex.
        let last = UInt64(count &- 1)
        let others = (1 &<< last) &- 1
        let back = body(run(from: count &- 1), run(from: 0))
        return (
            found.0 & others | (back.0 & 1) &<< last, found.1 & others | (back.1 & 1) &<< last
        )
    }

    /// Those of eight vertices from one on. Beyond the last there is something else, but memory that may be
    /// read: the vertices, of which a ring has at least as many bytes as a run.
    @inline(__always)
    private func run(from vertex: Int) -> CellRun {
        CellRun(at: address &+ UInt(bitPattern: vertex &* MemoryLayout<SIMD2<UInt8>>.stride))
    }
}
