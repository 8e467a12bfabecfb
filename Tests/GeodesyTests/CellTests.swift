import TestSupport
import Testing

@testable import Geodesy

/// Cells tell which edges may come into a window: never too few, and as few as their size allows.
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

    /// Eight at a time tell the same as each edge by itself.
    @Test func runsTellWhatEachEdgeWould() {
        var random = SplitMix(seed: 12)
        func cell() -> SIMD2<UInt8> {
            SIMD2(UInt8(random.number(0...254.99)), UInt8(random.number(0...254.99)))
        }
        var touched = 0
        for _ in 0..<2000 {
            // A run reads as many as it holds, the next one from the second on.
            let cells = (0..<CellRun.count + 1).map { _ in cell() }
            let (a, b) = (cell(), cell())
            let (low, high) = (a.min(with: b), a.max(with: b))
            let bits = unsafe cells.withUnsafeBufferPointer { room in
                let column = Column<SIMD2<UInt8>>(
                    address: UInt(bitPattern: room.baseAddress), count: room.count)
                return CellRun(column, from: 0).touching(
                    next: CellRun(column, from: 1), low: CellRun.repeated(low),
                    high: CellRun.repeated(high))
            }
            for edge in 0..<CellRun.count {
                let (west, east) = (
                    cells[edge].min(with: cells[edge + 1]), cells[edge].max(with: cells[edge + 1])
                )
                let touches =
                    west.x <= high.x && west.y <= high.y && east.x >= low.x && east.y >= low.y
                #expect((bits >> UInt64(edge)) & 1 == (touches ? 1 : 0))
                if touches { touched += 1 }
            }
            #expect(bits >> UInt64(CellRun.count) == 0)
        }
        #expect(touched > 1000)
    }
}

extension SIMD2<UInt8> {
    fileprivate func min(with other: Self) -> Self {
        SIMD2(Swift.min(x, other.x), Swift.min(y, other.y))
    }
    fileprivate func max(with other: Self) -> Self {
        SIMD2(Swift.max(x, other.x), Swift.max(y, other.y))
    }
}
