import Chronology
import Geodesy

/// Decides which fixes of one source a client gets, by the minimum interval and distance between two.
struct FixThrottle: Sendable {
    /// What happens to a fix.
    enum Decision: Sendable, Hashable {
        /// Send the fix now.
        case send
        /// Send the fix after `seconds`, unless a newer one replaces it.
        case wait(seconds: Double)
        /// Drop the fix and any delayed one: it is nearer than `distance_m` to the last sent fix.
        case drop
    }

    /// The least seconds between two fixes.
    let interval_s: Double
    /// The least metres between two fixes.
    let distance_m: Double
    private var sent: (at: BootInstant, place: Coordinate)?

    /// Creates a throttle that has sent no fix.
    init(interval_s: Double, distance_m: Double) {
        self.interval_s = interval_s
        self.distance_m = distance_m
    }

    /// Decides on a fix that arrived at `now`.
    func decision(for place: Coordinate, at now: BootInstant) -> Decision {
        guard let sent else { return .send }
        if distance_m > 0, sent.place.distance(to: place) < distance_m { return .drop }
        let rest_s = interval_s - now.seconds(since: sent.at)
        return rest_s > 0 ? .wait(seconds: rest_s) : .send
    }

    /// Notes that a fix was sent.
    mutating func note(sent place: Coordinate, at now: BootInstant) {
        sent = (now, place)
    }
}
