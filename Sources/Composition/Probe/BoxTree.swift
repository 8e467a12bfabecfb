import Geodesy

/// Finds the boxes near a position among many.
///
/// A packed R-tree (Leutenegger, Lopez and Edgington, "STR: A Simple and Efficient Algorithm for
/// R-Tree Packing"): boxes are sorted into vertical slices and those by latitude, then grouped
/// level by level.
struct BoxTree: Sendable {
    /// Children of a node: enough to keep the tree low, few enough to test them all.
    private static let fanOut = 8

    /// The boxes of all levels, the leaves first.
    private var boxes: [BoundingBox] = []
    /// The index of the first box of each level.
    private var starts: [Int] = []
    /// The number of the box at each index of the lowest level.
    private var numbers: [Int32] = []

    /// A tree of these boxes; a box is identified by its index in the list.
    init(_ given: [BoundingBox]) {
        let given = given.map(\.onTheFirstTurn)
        let order = BoxTree.order(given)
        numbers = order.map { Int32($0) }
        var level = order.map { given[$0] }
        while !level.isEmpty {
            starts.append(boxes.count)
            boxes += level
            guard level.count > BoxTree.fanOut else { break }
            level = stride(from: 0, to: level.count, by: BoxTree.fanOut).map { start in
                level[start..<min(start + BoxTree.fanOut, level.count)].dropFirst()
                    .reduce(level[start], BoxTree.union)
            }
        }
    }

    /// Replaces `found` by the numbers of all boxes that may be within `radius` metres of the
    /// position, and of few others.
    func find(near standpoint: Standpoint, radius: Double, into found: inout [Int32]) {
        found.removeAll(keepingCapacity: true)
        guard let root = starts.last else { return }
        // Descends level by level: `found` holds indices of the level above, then of this one.
        for place in root..<boxes.count where isNear(place, standpoint, radius) {
            found.append(Int32(place - root))
        }
        var below = found
        for level in starts.indices.dropLast().reversed() {
            swap(&below, &found)
            found.removeAll(keepingCapacity: true)
            let start = starts[level]
            let count = starts[level + 1] - start
            for parent in below {
                let first = Int(parent) * BoxTree.fanOut
                for child in first..<min(first + BoxTree.fanOut, count)
                where isNear(start + child, standpoint, radius) {
                    found.append(Int32(child))
                }
            }
        }
        for index in found.indices { found[index] = numbers[Int(found[index])] }
    }

    private func isNear(_ place: Int, _ standpoint: Standpoint, _ radius: Double) -> Bool {
        boxes[place].distanceLowerBound(from: standpoint) <= radius
    }

    private static func order(_ boxes: [BoundingBox]) -> [Int] {
        let byLongitude = boxes.indices.sorted { boxes[$0].west < boxes[$1].west }
        let groups = (Double(boxes.count) / Double(fanOut)).rounded(.up)
        let slice = max(1, Int(groups.squareRoot().rounded(.up))) * fanOut
        return stride(from: 0, to: boxes.count, by: slice).flatMap { start in
            byLongitude[start..<min(start + slice, boxes.count)].sorted {
                boxes[$0].south < boxes[$1].south
            }
        }
    }

    private static func union(_ left: BoundingBox, _ right: BoundingBox) -> BoundingBox {
        BoundingBox(
            west: min(left.west, right.west), south: min(left.south, right.south),
            east: max(left.east, right.east), north: max(left.north, right.north))
    }
}

extension BoundingBox {
    /// The same box with its west from -180 to 180, so that boxes can be compared.
    fileprivate var onTheFirstTurn: BoundingBox {
        let width = east - west
        var first = west
        while first >= 180 { first -= 360 }
        while first < -180 { first += 360 }
        return BoundingBox(west: first, south: south, east: first + width, north: north)
    }
}
