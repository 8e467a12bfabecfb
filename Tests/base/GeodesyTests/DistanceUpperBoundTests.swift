import Geodesy
import Testing

struct DistanceUpperBoundTests {
    @Test func boundIsNeverBelowTheDistance() {
        for latitude in stride(from: -90.0, through: 90, by: 1.7) {
            for reach in [1e-7, 1e-4, 0.01, 0.5] {
                for (north, east) in [(1.0, 0.0), (0, 1), (1, 1), (-1, 0.3), (-0.2, -1)] {
                    let start = Coordinate(latitude: latitude, longitude: 179.9)
                    let end = Coordinate(
                        latitude: max(-90, min(90, latitude + north * reach)),
                        longitude: start.longitude + east * reach)
                    let length = start.distance(to: end)
                    let bound = distanceUpperBound(from: start, to: end)
                    #expect(bound >= length, "\(start) \(end)")
                    // Towards the poles the cosine's series is cut too early to be near.
                    if abs(latitude) < 60 { #expect(bound <= length * 1.02, "\(start) \(end)") }
                }
            }
        }
    }
}
