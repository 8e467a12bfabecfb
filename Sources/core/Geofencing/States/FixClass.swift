import Fixes

/// The properties of a fix, apart from position and accuracy radius, that decide its evidence and
/// the warnings. While they are the same, only distances can change a state.
struct FixClass: Sendable, Hashable {
    var floor: Int?
    /// The altitude, only where a fence has altitude limits; followed by its possible error.
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
