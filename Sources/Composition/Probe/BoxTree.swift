import Geodesy

/// Finds, among many boxes, those near a place.
///
/// A packed R-tree (Leutenegger, Lopez and Edgington, "STR: A Simple and Efficient Algorithm for
/// R-Tree Packing"): boxes are sorted into vertical slices and those by latitude, then grouped level
/// by level.
struct BoxTree: Sendable {
    /// Children of a node: enough to keep the tree low, few enough to look at all of them.
    private static let fanOut = 8

    private struct Level: Sendable {
        var boxes: [BoundingBox]
    }

    /// The leaves first, the root's children last.
    private var levels: [Level] = []
    /// The number of the box that stands at each place of the lowest level.
    private var numbers: [Int32] = []

    /// A tree of those boxes; each is known by its position in the list.
    init(_ boxes: [BoundingBox]) {
        let boxes = boxes.map(\.onTheFirstTurn)
        let order = BoxTree.order(boxes)
        numbers = order.map { Int32($0) }
        var level = order.map { boxes[$0] }
        while !level.isEmpty {
            levels.append(Level(boxes: level))
            guard level.count > BoxTree.fanOut else { break }
            level = stride(from: 0, to: level.count, by: BoxTree.fanOut).map { start in
                level[start..<min(start + BoxTree.fanOut, level.count)].dropFirst()
                    .reduce(level[start], BoxTree.union)
            }
        }
    }

    /// Gives the number of every box that may have a place at most `radius` metres from the
    /// standpoint, and of few others.
    func visit(near standpoint: Standpoint, radius: Double, _ take: (Int) -> Void) {
        guard let top = levels.indices.last else { return }
        visit(top, levels[top].boxes.indices, standpoint, radius, take)
    }

    private func visit(
        _ level: Int, _ range: Range<Int>, _ standpoint: Standpoint, _ radius: Double,
        _ take: (Int) -> Void
    ) {
        for index in range
        where levels[level].boxes[index].distanceLowerBound(from: standpoint) <= radius {
            if level == 0 {
                take(Int(numbers[index]))
            } else {
                let first = index * BoxTree.fanOut
                let end = min(first + BoxTree.fanOut, levels[level - 1].boxes.count)
                visit(level - 1, first..<end, standpoint, radius, take)
            }
        }
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
