import Geodesy
import TestSupport
import Testing

@testable import Geofencing

@Suite struct FenceIndexTests {
    /// It finds every box that holds a place, at its corners too, in order of number.
    @Test(arguments: [(0, 4.0), (1, 4), (7, 4), (8, 4), (9, 4), (500, 4), (5000, 4), (500, 179)])
    func findsWhatHoldsAPlace(count: Int, meridian: Double) {
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
        var nodes = [FenceIndex.Node](
            repeating: .empty, count: FenceIndex.levels(over: boxes.count).last?.upperBound ?? 0)
        unsafe nodes.withUnsafeMutableBufferPointer { nodes in
            unsafe FenceIndex.pack(nodes, over: boxes.count) {
                FenceIndex.IndexedBox(rounding: boxes[$0])
            }
            let index = FenceIndex(
                nodes: Column(address: UInt(bitPattern: nodes.baseAddress), count: nodes.count),
                over: boxes.count, greatestRadius_m: 0)
            for place in places { compare(place, index, boxes) }
        }
    }

    private func compare(_ place: Coordinate, _ index: FenceIndex, _ boxes: [BoundingBox]) {
        let window = FenceIndex.Window(
            LocalFrame(place).boundingBox(metres: 0),
            isAntimeridianCrossed: index.isAntimeridianCrossed)
        var found: [FenceNumber] = []
        index.visit(window) { found.append($0) }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        #expect(index.touches(window) == !found.isEmpty)
        for (number, box) in boxes.enumerated() where box.contains(place) {
            #expect(found.contains(FenceNumber(number)))
        }
    }
}
