import Chronology
import Geodesy
import TestSupport
import Testing

@testable import Fixes

/// Places no receiver can be at, and upper bounds of displacements.
struct PlausibilityTests {
    @Test(arguments: try Table.rows("plausibility", in: "Fixes")) func place(row: Table.Row) throws
    {
        var update = LocationUpdate(
            position: Coordinate(
                latitude: try row.number(0), longitude: try row.number(1)), time: nil)
        update.accuracy_m = Double(row.words(2))
        #expect(update.isImpossible == (row.words(3) == "impossible"))
    }

    /// A segment that ends at the end of the displacement bound, or well before.
    @Test func lengthsWithinABoxAreNeverTooShort() {
        for latitude in stride(from: -89.9, through: 89.9, by: 0.7) {
            let start = Coordinate(latitude: latitude, longitude: 179.95)
            let displacementBound = DisplacementBound(around: [latitude, 179.95], odometer_m: 5000)
            for (north, east) in [(1.0, 0.0), (-1, 0), (0, 1), (-0.3, 1), (1, 1), (-1, 0.3)] {
                for length_m in [0.1, 10, 500, displacementBound.end_m - 5000] {
                    let degree_m = displacementBound.distanceUpperBound(
                        from: [0, 0], to: [north, east])
                    let share = length_m / degree_m
                    let end = Coordinate(
                        latitude: latitude + north * share,
                        longitude: start.longitude + east * share)
                    #expect(start.distance(to: end) <= length_m * (1 + 1e-12), "\(start) \(end)")
                    if abs(latitude) < 60 {
                        #expect(start.distance(to: end) > length_m * 0.97, "\(start) \(end)")
                    }
                }
            }
        }
    }

    /// Near the poles and at the limits of longitude.
    @Test(arguments: [[90, 0], [-89.95, 20], [52, 539.95]])
    func hasNoDisplacementBound(place: [Double]) {
        let displacementBound = DisplacementBound(around: [place[0], place[1]], odometer_m: 5000)
        #expect(displacementBound.end_m == -.infinity)
    }
}
