import TestSupport
import Testing

@testable import Geodesy

/// Cells tell which edges may lie north of a place: never too few, and as few as their size allows.
struct CellTests {
    /// Along each axis cells are in the order of the places, the nearest one of each, and the last for all
    /// beyond.
    @Test func cellsAreInTheOrderOfPlaces() {
        var random = SplitMix(seed: 11)
        for _ in 0..<200 {
            let width = random.number(1e-6...90)
            let first = SIMD2(random.number(-180...180), random.number(-90...90))
            let vertices =
                [first]
                + (0..<5).map { _ in
                    first + SIMD2(random.number(-1...1), random.number(-1...1)) * width
                }
            let fineness = CellFineness(of: vertices)
            let grid = CellGrid(around: vertices[0], fineness)
            let places = (0..<50)
                .map { _ in vertices[0] + SIMD2(repeating: random.number(-2...2) * width) }
                .sorted { $0.x < $1.x }
            let cells = places.map(grid.cell)
            for (lesser, greater) in zip(cells, cells.dropFirst()) {
                #expect(lesser.x <= greater.x && lesser.y <= greater.y)
            }
            for place in vertices + places {
                let away = (place - vertices[0]) * fineness.perDegree
                let cell = SIMD2<Double>(grid.cell(of: place)) - CellGrid.half
                let nearest = away.clamped(
                    lowerBound: SIMD2(repeating: -CellGrid.half),
                    upperBound: SIMD2(repeating: CellGrid.half))
                #expect(abs(cell.x - nearest.x) <= 0.5 && abs(cell.y - nearest.y) <= 0.5)
            }
            // No vertex is beyond the last cell.
            for vertex in vertices {
                let away = (vertex - vertices[0]) * fineness.perDegree
                #expect(max(abs(away.x), abs(away.y)) <= CellGrid.half)
            }
        }
    }

    /// Eight at a time tell the same of the meridian of a place and north of it as each edge by itself, and
    /// where that is plain by cells alone.
    @Test func cellsTellWhichEdgesLieNorthOfAPlace() {
        var random = SplitMix(seed: 13)
        var (plain, open) = (0, 0)
        for _ in 0..<500 {
            let ring = CelledRing(&random)
            let place = ring.cell(&random)
            let found = ring.read { $0.edges(northOf: place) }
            for (number, (low, high)) in ring.edges.enumerated() {
                let touches = low.x <= place.x && place.x <= high.x && high.y >= place.y
                let crosses = low.x < place.x && place.x < high.x && low.y > place.y
                #expect((found.touching >> UInt64(number)) & 1 == (touches ? 1 : 0))
                #expect((found.plain >> UInt64(number)) & 1 == (crosses ? 1 : 0))
                if crosses { plain += 1 } else if touches { open += 1 }
            }
            #expect((found.touching | found.plain) & ring.beyond == 0)
        }
        #expect(plain > 300 && open > 300)
    }

    /// A place is on the side that all edges say, wherever it is: beyond the grid and in line with vertices
    /// as well.
    @Test(arguments: [3, 4, 7, 8, 9, 15, 16, 17, 63, 64])
    func sideEqualsThatOfAllEdges(count: Int) throws {
        var random = SplitMix(seed: UInt64(count))
        var found: [Side: Int] = [:]
        for _ in 0..<40 {
            var builder = ShapeStore.Builder()
            let ring = (0..<count).map { number in
                let (turn, reach) = (2 * Double.pi * Double(number) / Double(count), 0.5)
                let (sine, cosine) = sineAndCosine(turn)
                return SIMD2(10.5, 47.5) + SIMD2(cosine, sine) * random.number(0.3 * reach...reach)
            }
            let drawn = (ring + ring.prefix(1)).map { Coordinate($0) }
            _ = try builder.append(.polygons([Polygon(rings: [drawn])]))
            let store = builder.finish()
            for _ in 0..<200 {
                let vertex = ring[Int(random.number(0...Double(count) - 0.01))]
                let x = random.number(0...1) < 0.3 ? vertex.x : random.number(9...12)
                let y = random.number(0...1) < 0.3 ? vertex.y : random.number(46...49)
                let place = SIMD2(x, y)
                var crossings = Crossings(of: place)
                for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    crossings.add(start, end)
                }
                let side = store.side(of: Coordinate(place), shape: 0)
                #expect(side == crossings.side, "\(place) of \(ring)")
                found[side, default: 0] += 1
            }
        }
        #expect(found[.inside, default: 0] > 100 && found[.edge, default: 0] > 100)
    }
}

/// A random ring in a column of vertices, behind its cells and before something else.
private struct CelledRing {
    let vertices: [SIMD2<Double>]
    private let record: ShapeRecord
    private let column: [SIMD2<Double>]
    private let grid: CellGrid

    init(_ random: inout SplitMix) {
        let count = Int(random.number(3...64.99))
        vertices = (0..<count).map { _ in SIMD2(random.number(7...8), random.number(47...48)) }
        let fineness = CellFineness(of: vertices)
        let grid = CellGrid(around: vertices[0], fineness)
        var column = [SIMD2(7.5, 47.5)]
        RingCells.forEach(of: vertices, in: grid) { column.append($0) }
        record = ShapeRecord(
            first: column.count, count: count, kind: .ring, fineness: fineness)
        self.grid = grid
        self.column = column + vertices + [SIMD2(7.5, 47.5)]
    }

    /// What its cells say.
    func read<Found>(_ body: (RingCells) -> Found) -> Found {
        unsafe column.withUnsafeBufferPointer { room in
            body(
                RingCells(
                    of: record,
                    in: Column(address: UInt(bitPattern: room.baseAddress), count: room.count)))
        }
    }

    /// The cell of some place on or near it: often that of a vertex.
    func cell(_ random: inout SplitMix) -> SIMD2<UInt8> {
        let vertex = vertices[Int(random.number(0...Double(vertices.count) - 0.01))]
        let x = random.number(0...1) < 0.5 ? vertex.x : random.number(7...8)
        let y = random.number(0...1) < 0.5 ? vertex.y : random.number(47...48)
        return grid.cell(of: SIMD2(x, y))
    }

    /// The least and the greatest cell of each edge.
    var edges: [(SIMD2<UInt8>, SIMD2<UInt8>)] {
        vertices.indices.map { number in
            let start = grid.cell(of: vertices[number])
            let end = grid.cell(of: vertices[(number + 1) % vertices.count])
            return (start.min(with: end), start.max(with: end))
        }
    }

    /// The bits for which there is no edge.
    var beyond: UInt64 { vertices.count == 64 ? 0 : ~0 << UInt64(vertices.count) }
}

extension SIMD2<UInt8> {
    fileprivate func min(with other: Self) -> Self {
        SIMD2(Swift.min(x, other.x), Swift.min(y, other.y))
    }
    fileprivate func max(with other: Self) -> Self {
        SIMD2(Swift.max(x, other.x), Swift.max(y, other.y))
    }
}
