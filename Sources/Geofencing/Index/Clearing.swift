import Geodesy

/// The open ground around the receiver: as long as it crosses none of the frontiers, it may go
/// farther than it could in the worst direction.
struct Clearing: Sendable {
    /// The odometer at which somebody has to look whatever was crossed.
    private(set) var end_m = -Double.infinity
    private var frontiers: [Frontier] = []
    /// The place that ways to the frontiers are counted from.
    private(set) var middle = Coordinate(latitude: 0, longitude: 0)

    /// Begins anew around a place; endless yet.
    mutating func begin(around place: Coordinate) {
        middle = place
        if !frontiers.isEmpty { frontiers.removeAll(keepingCapacity: true) }
        end_m = .infinity
    }

    /// There is no open ground.
    mutating func close() { end_m = -.infinity }

    /// Ends it where the odometer shows so much.
    mutating func end(at odometer_m: Double) {
        end_m = min(end_m, odometer_m)
    }

    /// Adds a frontier as seen from the middle.
    mutating func add(_ frontier: Frontier) { frontiers.append(frontier) }

    /// At least the metres from a place to the nearest frontier; none beyond any.
    func metres(from place: Coordinate) -> Double {
        let way = middle.degrees(to: place)
        return frontiers.reduce(.infinity) { min($0, $1.metres(after: way)) }
    }
}
