import Chronology

/// Consecutive fixes whose times are out of line with what came before but in line with each
/// other: after enough of them receiver time is taken to have begun anew.
struct TimeBreak: Sendable, Hashable {
    /// A single late fix, or two, is disorder on the line; three in a row are a new time base.
    static let fixes = 3

    private var last: UTCInstant?
    private var count = 0

    /// Takes the next fix that is out of line; true when receiver time has begun anew.
    mutating func take(_ time: UTCInstant) -> Bool {
        if let last, time > last {
            count += 1
        } else {
            count = 1
        }
        last = time
        return count >= Self.fixes
    }
}
