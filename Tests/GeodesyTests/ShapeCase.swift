import FoundationEssentials
import Geodesy
import Testing

/// One file of Tests/Data/Geodesy: a drawn shape and places with the distances that an independent
/// oracle found (Tests/Oracle/geometry_vectors.py).
struct ShapeCase: Decodable, CustomTestStringConvertible {
    struct Drawing: Decodable {
        /// Polygon, ring, vertex, then longitude and latitude.
        var polygons: [[[[Double]]]]
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

    /// The shape, moved east by `shift` degrees and mirrored if `mirror` says so.
    func drawn(shift: Double = 0, mirror: SIMD2<Double> = SIMD2(1, 1)) -> Shape {
        .polygons(
            shape.polygons.map { polygon in
                Polygon(
                    rings: polygon.map { ring in
                        ring.map {
                            Coordinate(
                                latitude: $0[1] * mirror.y, longitude: $0[0] * mirror.x + shift)
                        }
                    })
            })
    }

    /// Every case there is.
    static let all: [ShapeCase] = {
        let directory = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Data/Geodesy")
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: directory.path()))?.sorted()
        return (names ?? []).filter { $0.hasSuffix(".json") }.compactMap { name in
            guard let data = try? Data(contentsOf: directory.appending(path: name)) else {
                return nil
            }
            return try? JSONDecoder().decode(ShapeCase.self, from: data)
        }
    }()
}
