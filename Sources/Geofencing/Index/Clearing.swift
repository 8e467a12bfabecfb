import Geodesy

/// The open ground around the receiver: as long as it crosses none of the frontiers, it may go
/// farther than it could in the worst direction.
struct Clearing: Sendable {
    /// The odometer at which somebody has to look whatever was crossed.
    private(set) var end_m = -Double.infinity
    private var frontiers: [Frontier] = []
    /// Where the ways to the frontiers are counted from, in degrees, latitude first.
    private var origin = SIMD2<Double>()

    /// Begins anew around a place in degrees, latitude first; endless yet.
    mutating func begin(around place: SIMD2<Double>) {
        origin = place
        if !frontiers.isEmpty { frontiers.removeAll(keepingCapacity: true) }
        end_m = .infinity
    }

    /// The place around which it began.
    var middle: Coordinate { Coordinate(latitude: origin.x, longitude: origin.y) }

    /// There is no open ground.
    mutating func close() { end_m = -.infinity }

    /// Ends it where the odometer shows so much.
    mutating func end(at odometer_m: Double) {
        end_m = min(end_m, odometer_m)
    }

    /// Adds a frontier as seen from the middle.
    mutating func add(_ frontier: Frontier) { frontiers.append(frontier) }

    /// At least the metres from a place, latitude first, to the nearest frontier; none beyond any.
    func metres(from place: SIMD2<Double>) -> Double {
        let way = place - origin
        // No clearing is that wide: the longitudes have jumped at 180 degrees.
        guard abs(way.y) < 180 else { return -.infinity }
        return frontiers.reduce(.infinity) { least_m, frontier in
            min(least_m, frontier.metres(after: SIMD2(way.y, way.x)))
        }
    }
}
