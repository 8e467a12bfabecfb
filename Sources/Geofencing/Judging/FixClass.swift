/// What of a fix decides its evidence and the warnings apart from place and accuracy radius: while
/// it stays the same, only distances can change a judgement.
struct FixClass: Sendable, Hashable {
    var floor: Int?
    /// Only where a fence is limited in altitude.
    var altitude_m: Double?
    var isAccuracyMissing: Bool
    var isPoor: Bool
    var hasWeekRollover: Bool

    init(_ update: LocationUpdate, accuracy: AccuracyRadius, limit_m: Double?, needsAltitude: Bool)
    {
        floor = update.floor
        altitude_m = needsAltitude ? update.altitude_m : nil
        hasWeekRollover = update.hasWeekRollover
        isAccuracyMissing = accuracy.isMissing
        isPoor = if let limit_m, let radius = accuracy.radius_m { radius > limit_m } else { false }
    }
}
