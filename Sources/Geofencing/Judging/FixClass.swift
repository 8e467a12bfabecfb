/// What of a fix decides its evidence and the warnings apart from place and accuracy radius: while
/// it stays the same, only distances can change a judgement.
struct FixClass: Sendable, Hashable {
    var floor: Int?
    /// Only where a fence is limited in altitude, with what it may be off.
    var altitude_m: Double?
    var verticalReach_m = 0.0
    var isAccuracyMissing: Bool
    var isPoor: Bool
    var hasWeekRollover: Bool

    init(_ update: LocationUpdate, accuracy: AccuracyRadius, needsAltitude: Bool) {
        floor = update.floor
        if needsAltitude {
            altitude_m = update.altitude_m
            verticalReach_m = update.verticalReach_m
        }
        hasWeekRollover = update.hasWeekRollover
        isAccuracyMissing = accuracy.isMissing
        isPoor = accuracy.isPoor
    }
}
