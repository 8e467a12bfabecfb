import FoundationEssentials
import Geodesy
import TestSupport
import Testing

/// One file of Tests/Data/Geodesy/Shapes: a drawn shape and places with the distances that an
/// independent oracle found (Tests/Oracle/geometry_vectors.py).
struct ShapeCase: Decodable, CustomTestStringConvertible {
    struct Circle: Decodable {
        var center: [Double]
        var radius: Double
    }

    struct Drawing: Decodable {
        /// Polygon, ring, vertex, then longitude and latitude.
        var polygons: [[[[Double]]]]?
        var lines: [[[Double]]]?
        var points: [[Double]]?
        var circle: Circle?
    }

    struct Place: Decodable {
        var lon: Double
        var lat: Double
        var s: Double
        var side: String

        var coordinate: Coordinate { Coordinate(latitude: lat, longitude: lon) }
    }

    var about: String
    var shape: Drawing
    var places: [Place]

    var testDescription: String { about }

    /// The shape, each vertex changed by `change` and each ring by `order`.
    func drawn(
        change: (Coordinate) -> Coordinate = { $0 },
        order: ([Coordinate]) -> [Coordinate] = { $0 }
    ) -> Shape {
        func path(_ vertices: [[Double]]) -> [Coordinate] {
            vertices.map { change(Coordinate(latitude: $0[1], longitude: $0[0])) }
        }
        if let polygons = shape.polygons {
            return .polygons(polygons.map { Polygon(rings: $0.map { order(path($0)) }) })
        }
        if let lines = shape.lines { return .lines(lines.map { order(path($0)) }) }
        if let circle = shape.circle {
            return .circle(center: path([circle.center])[0], radius: circle.radius)
        }
        return .points(path(shape.points ?? []))
    }

    /// A millimetre up to 100 m, a centimetre at 10 km, a millionth beyond.
    static func tolerance(_ s: Double) -> Double {
        max(0.001, abs(s) * 1e-6)
    }

    /// Every case there is.
    static let all: [ShapeCase] = {
        let shapes = DataFolder.of("Geodesy/Shapes")
        do {
            return try shapes.names(endingIn: ".json").map { name in
                try JSONDecoder().decode(ShapeCase.self, from: Data(shapes.bytes(name)))
            }
        } catch {
            Issue.record("cannot read \(shapes.path): \(error)")
            return []
        }
    }()
}

/// A store of `shape` alone.
func stored(_ shape: Shape) throws -> ShapeStore {
    var builder = ShapeStore.Builder()
    #expect(try builder.append(shape) == 0)
    return builder.finish()
}
