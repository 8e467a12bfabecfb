import Geodesy

/// Where on the ground there is any box at all: a bit for each cell of a square grid over all of
/// them. One look at it spares a look into the tree wherever fences lie far apart.
struct OccupancyGrid: BitwiseCopyable, Sendable {
    private let words: Column<UInt64>
    private let ruling: Ruling

    /// The grid of boxes that lie within `frame`, in memory that someone else keeps alive.
    init(words: Column<UInt64>, over count: Int, within frame: FenceIndex.IndexedBox) {
        self.words = words
        ruling = Ruling(over: count, within: frame)
    }

    /// Whether some box may hold a place.
    @inline(__always)
    func mayHold(_ place: Coordinate) -> Bool {
        let cell = ruling.number(
            of: ruling.cell(of: SIMD2(place.longitude, place.latitude)))
        return words[cell >> 6] >> UInt64(cell & 63) & 1 == 1
    }

    /// How many words a grid over so many boxes has.
    static func wordCount(over count: Int) -> Int {
        let side = Ruling.side(over: count)
        return side * side / 64
    }

    /// Marks the cells that are touched by any of `count` boxes, all of them within `frame`.
    ///
    /// Each box is noted at its corners alone, and summed up when all are: so a large one costs no
    /// more than a small one. (Crow 1984, "Summed-area tables for texture mapping".)
    static func mark(
        _ words: UnsafeMutableBufferPointer<UInt64>, over count: Int,
        within frame: FenceIndex.IndexedBox, box: (Int) -> FenceIndex.IndexedBox
    ) {
        let ruling = Ruling(over: count, within: frame)
        let side = ruling.side
        // A row and a column more take the corners that lie beyond the last cells.
        let width = side + 1
        var changes = [Int32](repeating: 0, count: width * width)
        for number in 0..<count {
            let bounds = SIMD4<Double>(box(number).bounds)
            let low = ruling.cell(of: bounds.lowHalf)
            let high = ruling.cell(of: -bounds.highHalf) &+ 1
            changes[Int(low.y) * width + Int(low.x)] += 1
            changes[Int(low.y) * width + Int(high.x)] -= 1
            changes[Int(high.y) * width + Int(low.x)] -= 1
            changes[Int(high.y) * width + Int(high.x)] += 1
        }
        unsafe words.initialize(repeating: 0)
        var boxes = [Int32](repeating: 0, count: side)
        for y in 0..<side {
            var change: Int32 = 0
            for x in 0..<side {
                change += changes[y * width + x]
                boxes[x] += change
                guard boxes[x] > 0 else { continue }
                let cell = y * side + x
                unsafe words[cell >> 6] |= 1 << UInt64(cell & 63)
            }
        }
    }

    /// How places fall into cells.
    private struct Ruling: BitwiseCopyable {
        /// Cells in a row, and rows: a power of two.
        let side: Int
        /// West and south of all.
        private let origin: SIMD2<Double>
        private let cellsPerDegree: SIMD2<Double>

        /// Cells for each box: so most of the ground between those far apart is left free.
        private static let cellsPerBox = 64
        /// 128 KiB, and four megabytes while it is made; where there are more boxes, little is free.
        private static let greatestSide = 1024

        init(over count: Int, within frame: FenceIndex.IndexedBox) {
            side = Self.side(over: count)
            let bounds = SIMD4<Double>(frame.bounds)
            origin = bounds.lowHalf
            cellsPerDegree = SIMD2(repeating: Double(side)) / (-bounds.highHalf - origin)
        }

        static func side(over count: Int) -> Int {
            var side = 8
            while side < greatestSide, side * side < cellsPerBox * count { side *= 2 }
            return side
        }

        /// The cell of a place; beyond the frame, the last one on that side. What is farther east or
        /// north never falls into a cell farther west or south, since no rounding turns an order
        /// around. Where a damaged file makes it no number at all, some cell is taken.
        @inline(__always)
        func cell(of place: SIMD2<Double>) -> SIMD2<Int32> {
            let last = Double(side - 1)
            let steps = (place - origin) * cellsPerDegree
            return SIMD2(Int32(max(0, min(last, steps.x))), Int32(max(0, min(last, steps.y))))
        }

        @inline(__always)
        func number(of cell: SIMD2<Int32>) -> Int { Int(cell.y) * side + Int(cell.x) }
    }
}
