import Geodesy
import Testing

/// What the store gives back is what was drawn, however it is stored.
struct DrawingTests {
    private static let square = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
        Coordinate(latitude: $0.1, longitude: $0.0)
    }
    private static let hole = [(0.2, 0.2), (0.2, 0.4), (0.4, 0.4), (0.2, 0.2)].map {
        Coordinate(latitude: $0.1, longitude: $0.0)
    }

    private static var drawn: [Shape] {
        let reversed = Array(square.reversed())
        let spiked = square.prefix(2) + [Coordinate(latitude: 0, longitude: 3)] + square.dropFirst()
        let far = square.map {
            Coordinate(latitude: $0.latitude, longitude: $0.longitude < 0.5 ? 179.5 : -179.5)
        }
        return ShapeCase.all.map { $0.drawn() } + [
            .polygons([Polygon(rings: [square])]),
            .polygons([Polygon(rings: [reversed])]),
            .polygons([Polygon(rings: [square.dropLast()])]),
            .polygons([Polygon(rings: [Array(spiked)])]),
            .polygons([Polygon(rings: [far])]),
            .polygons([Polygon(rings: [square, hole])]),
            .polygons([Polygon(rings: [reversed, hole.reversed()])]),
            .polygons([Polygon(rings: [square, hole.reversed()]), Polygon(rings: [far])]),
            .lines([square, hole]),
            .lines([square + square.suffix(1)]),
            .points(square),
            .circle(center: square[0], radius: 30),
        ]
    }

    @Test func shapeRoundTrips() throws {
        var builder = ShapeStore.Builder()
        for shape in Self.drawn { _ = try builder.append(shape) }
        let store = builder.finish()
        for (number, shape) in Self.drawn.enumerated() {
            #expect(store.drawn(number) == shape, "shape \(number)")
        }
    }

    @Test func orderOfShapesChangesOnlyTheirNumbers() throws {
        func builder() throws -> ShapeStore.Builder {
            var builder = ShapeStore.Builder()
            for shape in Self.drawn { _ = try builder.append(shape) }
            return builder
        }
        let count = Self.drawn.count
        // From back to front, without the first.
        let order = (1..<UInt32(count)).reversed().map(\.self)
        let (straight, turned) = (try builder().finish(), try builder().finish(order: order))
        #expect(turned.count == count - 1)
        let place = Coordinate(latitude: 0.3, longitude: 0.3)
        for (number, old) in order.enumerated() {
            #expect(turned.drawn(number) == Self.drawn[Int(old)])
            #expect(
                turned.signedDistance(to: place, shape: number)
                    == straight.signedDistance(to: place, shape: Int(old)))
            #expect(turned.boundingBox(of: number) == straight.boundingBox(of: Int(old)))
        }
    }
}
