import Geodesy

/// The boxes of many fences, packed along a Hilbert curve into a tree of flat arrays: neighbours on
/// the ground are neighbours in memory, and nothing is followed but indices.
///
/// Built once, never changed. (Kamel and Faloutsos 1993, "On packing R-trees".)
struct FenceIndex: Sendable {
    /// Children of a node: two cache lines of boxes.
    static let fanOut = 8

    /// The boxes of all levels, leaves first; a little too large for being rounded to 32 bits.
    let boxes: [IndexedBox]
    /// The fences of the leaves, in their order.
    let numbers: [FenceNumber]
    /// Where each level ends in `boxes`.
    let levelEnds: [Int]
    /// At least the greatest radius in metres of any fence: half its box's diagonal.
    let greatestRadius_m: Double

    /// A box in degrees; east may lie beyond 180.
    struct IndexedBox: Sendable {
        var west: Float
        var south: Float
        var east: Float
        var north: Float

        var box: BoundingBox {
            BoundingBox(
                west: Double(west), south: Double(south), east: Double(east), north: Double(north))
        }
    }

    /// Packs the fences of those numbers.
    init(_ unsorted: [FenceNumber], box: (FenceNumber) -> BoundingBox) {
        var keys: [UInt64] = []
        keys.reserveCapacity(unsorted.count)
        var radius_m = 0.0
        for number in unsorted {
            let box = box(number)
            let middle = Coordinate(
                latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
            keys.append(UInt64(HilbertCurve.position(of: middle)) << 32 | UInt64(number))
            radius_m = max(radius_m, Self.radius(of: box))
        }
        keys.sort()
        numbers = keys.map { FenceNumber(truncatingIfNeeded: $0) }
        greatestRadius_m = radius_m
        var packed = numbers.map { IndexedBox(rounding: box($0)) }
        var ends = [packed.count]
        var start = 0
        while packed.count - start > 1 {
            let end = packed.count
            var first = start
            while first < end {
                packed.append(IndexedBox(around: packed[first..<min(first + Self.fanOut, end)]))
                first += Self.fanOut
            }
            start = end
            ends.append(packed.count)
        }
        boxes = packed
        levelEnds = ends
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

extension FenceIndex.IndexedBox {
    /// The box rounded outwards.
    init(rounding box: BoundingBox) {
        west = Float(box.west).nextDown
        south = Float(box.south).nextDown
        east = Float(box.east).nextUp
        north = Float(box.north).nextUp
    }

    /// The box around boxes. Those that lie over the antimeridian stretch it, at the cost of speed
    /// only.
    init(around boxes: ArraySlice<Self>) {
        self = boxes[boxes.startIndex]
        for box in boxes.dropFirst() {
            west = min(west, box.west)
            south = min(south, box.south)
            east = max(east, box.east)
            north = max(north, box.north)
        }
        if east - west > 360 { east = west + 360 }
    }
}
