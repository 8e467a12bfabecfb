/// Checks whether the device can have reached an altitude. Barometers and poor solutions can be off
/// by kilometres for a second.
struct HeightCheck: Sendable {
    private static let fastest_mps = 50.0
    private static let range_m = -500.0...20_000.0
    /// The speed in metres per second from which a device may be outside that range.
    private static let spaceSpeed_mps = 100.0
    private static let fixes = 3
    private static let seconds = 3.0

    /// The last altitude that was accepted.
    private var last: (altitude_m: Double, instant: FeedInstant)?
    /// The later altitudes that were not accepted but agree with each other; nil without any.
    private var doubted: (since: FeedInstant, count: Int, altitude_m: Double, instant: FeedInstant)?

    /// Checks the altitude of a fix; returns false when it counts as unknown.
    mutating func take(_ update: LocationUpdate, at instant: FeedInstant) -> Bool {
        guard let altitude_m = update.altitude_m else { return true }
        // Two reports of the same instant count once.
        if doubted?.instant == instant { return false }
        let isInRange =
            Self.range_m.contains(altitude_m) || (update.speed_mps ?? 0) > Self.spaceSpeed_mps
        if isInRange, last.map({ agrees(altitude_m, instant, $0.altitude_m, $0.instant) }) ?? true {
            last = (altitude_m, instant)
            doubted = nil
            return true
        }
        guard isInRange, let run = doubted,
            agrees(altitude_m, instant, run.altitude_m, run.instant)
        else {
            doubted = isInRange ? (instant, 1, altitude_m, instant) : nil
            return false
        }
        doubted = (run.since, run.count + 1, altitude_m, instant)
        guard run.count + 1 >= Self.fixes, instant.seconds(since: run.since) >= Self.seconds else {
            return false
        }
        last = (altitude_m, instant)
        doubted = nil
        return true
    }

    private func agrees(
        _ altitude_m: Double, _ instant: FeedInstant, _ before_m: Double, _ before: FeedInstant
    ) -> Bool {
        abs(altitude_m - before_m) <= Self.fastest_mps * max(1, instant.seconds(since: before))
    }
}
