import Geodesy
import TestSupport
import Testing

@testable import Geofencing

@Suite struct FenceIndexTests {
    /// Tree and grid find every box that holds a place, at its corners too; and where boxes are few,
    /// the grid tells of most places that there is none.
    @Test(arguments: [
        (0, 4.0, false), (1, 4, false), (7, 4, false), (500, 4, true), (5000, 4, false),
        (500, 179, false),
    ])
    func findsWhatHoldsAPlace(count: Int, meridian: Double, isSparse: Bool) {
        var random = SplitMix(seed: UInt64(count))
        // A few are as large as a country, and a few next to nothing.
        let boxes = (0..<count).map { number in
            let size = number % 50 == 0 ? 3 : number % 50 == 1 ? 0 : random.number(1e-6...0.02)
            let west = meridian + random.number(-5...5)
            let south = 50 + random.number(-5...5)
            return BoundingBox(
                west: west, south: south, east: west + size, north: south + size / 2)
        }
        let places = (0..<2000).map { _ in
            var place = SIMD2(
                meridian + random.number(-6...6), 50 + random.number(-6...6))
            if let box = boxes.randomElement(using: &random), Bool.random(using: &random) {
                place.x = Bool.random(using: &random) ? box.west : box.east
                place.y = Bool.random(using: &random) ? box.south : box.north
            }
            return Coordinate(
                latitude: place.y, longitude: place.x >= 180 ? place.x - 360 : place.x)
        }
        let free = freePlaces(among: places, of: boxes)
        #expect(!isSparse || free > 300)
    }

    /// A single place at the origin is a frame next to nothing in size.
    @Test func findsASinglePlace() {
        let places = [0.0, 1e-300, -1e-300, 1, -1, 179].map {
            Coordinate(latitude: $0 / 2, longitude: $0)
        }
        _ = freePlaces(
            among: places, of: [BoundingBox(west: 0, south: 0, east: 0, north: 0)])
    }

    /// How many places are free by the grid; of none of them may the tree know a box, and of all it
    /// has to know those that hold it.
    private func freePlaces(among places: [Coordinate], of boxes: [BoundingBox]) -> Int {
        var nodes = [FenceIndex.Node](
            repeating: .empty, count: FenceIndex.levels(over: boxes.count).last?.upperBound ?? 0)
        var cells = [UInt64](
            repeating: .max, count: OccupancyGrid.wordCount(over: boxes.count))
        return unsafe nodes.withUnsafeMutableBufferPointer { nodes in
            unsafe cells.withUnsafeMutableBufferPointer { cells in
                unsafe FenceIndex.pack(nodes, cells: cells, over: boxes.count) {
                    FenceIndex.IndexedBox(rounding: boxes[$0])
                }
                let index = FenceIndex(
                    nodes: Column(address: UInt(bitPattern: nodes.baseAddress), count: nodes.count),
                    cells: Column(address: UInt(bitPattern: cells.baseAddress), count: cells.count),
                    over: boxes.count, greatestRadius_m: 0)
                return places.count { isFree($0, index, boxes) }
            }
        }
    }

    private func isFree(_ place: Coordinate, _ index: FenceIndex, _ boxes: [BoundingBox]) -> Bool {
        let window = FenceIndex.Window(
            on: place, isAntimeridianCrossed: index.isAntimeridianCrossed)
        var found: Set<FenceNumber> = []
        var descent = FenceIndex.Descent()
        var near: [Range<Int>] = []
        index.visit(window, &descent, nears: { near.append($0) }) { number in
            found.insert(number)
            #expect(index.levels < 2 || near.contains { $0.contains(Int(number)) })
        }
        #expect(near.allSatisfy { $0.upperBound <= index.count })
        for (number, box) in boxes.enumerated() where box.contains(place) {
            #expect(found.contains(FenceNumber(number)))
        }
        let isFree = !index.mayHold(place)
        #expect(!isFree || found.isEmpty)
        return isFree
    }
}
