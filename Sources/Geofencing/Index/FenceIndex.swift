import Geodesy

/// The boxes of many fences, packed along a Hilbert curve into a tree of flat arrays: neighbours on
/// the ground are neighbours in memory, and nothing is followed but indices.
///
/// The leaves are the fences in order of their numbers. Built once, never changed. (Kamel and
/// Faloutsos 1993, "On packing R-trees".)
struct FenceIndex: BitwiseCopyable, Sendable {
    /// Children of a node: two cache lines of boxes.
    static let fanOut = 8

    /// The boxes of all levels, leaves first; a little too large for being rounded to 32 bits. A
    /// fence's is at its number.
    let boxes: Column<IndexedBox>
    /// How many levels there are: 1 is the leaves alone, 0 none.
    let levels: Int
    /// How many fences there are.
    let count: Int
    /// At least the greatest radius in metres of any fence: half its box's diagonal.
    let greatestRadius_m: Double

    /// The index over `count` fences whose boxes of all levels are `boxes`, in memory that someone
    /// else keeps alive.
    init(boxes: Column<IndexedBox>, over count: Int, greatestRadius_m: Double) {
        self.boxes = boxes
        self.count = count
        self.greatestRadius_m = greatestRadius_m
        var (levels, size) = (0, count)
        while size > 0 {
            levels += 1
            size = size == 1 ? 0 : (size + Self.fanOut - 1) / Self.fanOut
        }
        self.levels = levels
    }

    /// Whether some box reaches beyond 180 degrees.
    var isAntimeridianCrossed: Bool { levels > 0 && boxes[boxes.count - 1].box.east > 180 }

    /// How many boxes there are in all over so many fences.
    static func boxCount(over count: Int) -> Int {
        var (size, sum) = (count, count)
        while size > 1 {
            size = (size + fanOut - 1) / fanOut
            sum += size
        }
        return sum
    }

    /// Puts the boxes of all higher levels behind those of the fences, which lie along the curve.
    static func pack(_ boxes: UnsafeMutableBufferPointer<IndexedBox>, over count: Int) {
        var (start, end) = (0, count)
        while end - start > 1 {
            var (first, above) = (start, end)
            while first < end {
                unsafe boxes[above] = unsafe IndexedBox(
                    around: UnsafeBufferPointer(
                        rebasing: boxes[first..<min(first + fanOut, end)]))
                first += fanOut
                above += 1
            }
            (start, end) = (end, above)
        }
    }

    /// At least half the diagonal of a box, in metres.
    static func radius(of box: BoundingBox) -> Double {
        let middle = (box.west + box.east) / 2
        let width = min(180, (box.east - box.west) / 2)
        let corner = Coordinate(
            latitude: box.south, longitude: middle + width)
        return distanceUpperBound(
            from: Coordinate(latitude: box.south, longitude: middle), to: corner)
            + distanceUpperBound(
                from: Coordinate(latitude: box.south, longitude: middle),
                to: Coordinate(latitude: box.north, longitude: middle))
    }
}
