import Geodesy
import Testing

/// What is refused, and where it says the problem is.
struct ShapeProblemTests {
    private static func ring(_ pairs: (Double, Double)...) -> [Coordinate] {
        pairs.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }

    private static let square = ring((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))

    static let refused: [(Shape, ShapeProblem)] = [
        (.polygons([]), .empty),
        (.polygons([Polygon(rings: [])]), .empty),
        (.lines([]), .empty),
        (.points([]), .empty),
        (
            .polygons([Polygon(rings: [square, ring((0, 0), (.nan, 0), (1, 1))])]),
            .notFinite(.init(part: 0, ring: 1, vertex: 1))
        ),
        (
            .polygons([Polygon(rings: [square]), Polygon(rings: [ring((0, 0), (1, 0), (1, 91))])]),
            .latitudeOutOfRange(.init(part: 1, vertex: 2), latitude: 91)
        ),
        (
            .points(ring((0, 0), (541, 0))),
            .longitudeOutOfRange(.init(part: 1), longitude: 541)
        ),
        (
            .polygons([Polygon(rings: [ring((0, 0), (1, 0), (1, 0), (0, 0))])]),
            .tooFewPoints(.init(part: 0), found: 2)
        ),
        (.lines([ring((0, 0))]), .tooFewPoints(.init(part: 0), found: 1)),
        (
            .polygons([Polygon(rings: [ring((0, 0), (1, 1), (3, 3), (2, 2), (0, 0))])]),
            .zeroArea(.init(part: 0))
        ),
        (.circle(center: square[0], radius: 0), .radiusOutOfRange(0)),
        (.circle(center: square[0], radius: 3e7), .radiusOutOfRange(3e7)),
    ]

    @Test(arguments: refused)
    func isRefused(_ shape: Shape, _ problem: ShapeProblem) {
        var builder = ShapeStore.Builder()
        #expect(throws: problem) { try builder.append(shape) }
        #expect(builder.count == 0)
    }

    @Test func crossingsAndOverlapsAreFound() throws {
        let bow = Self.ring((0, 0), (1, 1), (1, 0), (0, 1))
        let crossing = try stored(.polygons([Polygon(rings: [bow])])).boundaryConflicts(
            in: 0, limit: 10
        ).first
        #expect(crossing?.kind == .crossing)
        #expect(crossing?.place == Coordinate(latitude: 0.5, longitude: 0.5))
        let neighbour = Self.ring((1, 0.25), (2, 0.25), (2, 0.75), (1, 0.75))
        let overlap = try stored(
            .polygons([Polygon(rings: [Self.square]), Polygon(rings: [neighbour])])
        ).boundaryConflicts(in: 0, limit: 10).first
        #expect(overlap?.kind == .overlap)
        #expect(overlap?.place == Coordinate(latitude: 0.5, longitude: 1))
    }

    @Test(arguments: ShapeCase.all)
    func validShapesHaveNoConflict(_ shape: ShapeCase) throws {
        #expect(try stored(shape.drawn()).boundaryConflicts(in: 0, limit: 10).isEmpty)
    }
}
