import Chronology
import Geodesy

/// Which fixes of one source a client is sent: no more often, and no closer to each other, than it wants.
struct FixThrottle: Sendable {
    /// What is done with a fix.
    enum Decision: Sendable, Hashable {
        /// It is sent now.
        case send
        /// It is sent after so many seconds, unless another one comes before.
        case wait(seconds: Double)
        /// It is not sent, and none that waits either: the source is where it was.
        case drop
    }

    /// Seconds between two fixes.
    let interval_s: Double
    /// Metres between two fixes.
    let distance_m: Double
    private var sent: (at: BootInstant, place: Coordinate)?

    /// A throttle that has sent no fix.
    init(interval_s: Double, distance_m: Double) {
        self.interval_s = interval_s
        self.distance_m = distance_m
    }

    /// Takes a fix that arrived at `now`.
    func decision(for place: Coordinate, at now: BootInstant) -> Decision {
        guard let sent else { return .send }
        if distance_m > 0, sent.place.distance(to: place) < distance_m { return .drop }
        let rest_s = interval_s - now.seconds(since: sent.at)
        return rest_s > 0 ? .wait(seconds: rest_s) : .send
    }

    /// A fix was sent.
    mutating func note(sent place: Coordinate, at now: BootInstant) {
        sent = (now, place)
    }
}
