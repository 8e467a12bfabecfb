import FoundationEssentials
import Geodesy
import TestSupport
import Testing

/// Geodesics against GeographicLib's, near, far and nearly antipodal.
struct GeodesicTests {
    struct Line: Decodable {
        var lat1: Double
        var lon1: Double
        var lat2: Double
        var lon2: Double
        var s: Double
        var azimuth: Double

        var start: Coordinate { Coordinate(latitude: lat1, longitude: lon1) }
        var end: Coordinate { Coordinate(latitude: lat2, longitude: lon2) }
    }

    private func lines() throws -> [Line] {
        let file = try DataFolder.of("Geodesy").bytes("geodesics.json")
        return try JSONDecoder().decode([Line].self, from: Data(file))
    }

    @Test func lengthsAreCorrectToTwentyNanometres() throws {
        for line in try lines() {
            #expect(abs(line.start.distance(to: line.end) - line.s) < 20e-9, "\(line)")
        }
    }

    @Test func distanceIsSymmetric() throws {
        for line in try lines() {
            #expect(abs(line.end.distance(to: line.start) - line.s) < 20e-9, "\(line)")
        }
    }

    @Test func destinationsAreReached() throws {
        for line in try lines() {
            let reached = line.start.destination(azimuth: line.azimuth, distance: line.s)
            #expect(reached.distance(to: line.end) < 1e-7, "\(line) \(reached)")
        }
    }

    @Test func azimuthLeadsToTheTarget() throws {
        for line in try lines() where line.s > 0 {
            let reached = line.start.destination(
                azimuth: line.start.azimuth(to: line.end), distance: line.s)
            #expect(reached.distance(to: line.end) < 1e-7, "\(line) \(reached)")
        }
    }

    @Test func shortPathKeepsItsTurn() {
        let place = Coordinate(latitude: 10, longitude: 179.9999)
        #expect(place.destination(azimuth: 90, distance: 100).longitude > 180)
    }
}
