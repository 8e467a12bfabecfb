import Chronology
import Geodesy

/// When and where a threshold was crossed, as precisely as two fixes allow.
struct Crossing: BitwiseCopyable, Sendable, Hashable {
    /// The receiver time; nil where the fixes have none, and where it cannot be narrowed down
    /// within the bracket: after the source was stale, or after a jump.
    var time: UTCInstant?
    var position: Coordinate?
    /// Half the width of the uncertainty of `time`, in seconds.
    var error_s: Double?
    var bracket: Transition.Bracket?
    /// The same instant on the boot clock, from which timers count.
    var boot: BootInstant
    /// Seconds without evidence for the fence, after a gap or an unknown state; nil otherwise.
    var gap_s: Double?
    var method: Transition.Method
    /// Whether `boot` is the instant of the crossing, with or without a `time`, and not only that
    /// of the fix that showed it.
    var isDated = false
    /// Whether the crossing happened while the state was unknown: the source was stale, the
    /// daemon was down, or floor or altitude were missing for too long.
    var isLate = false
    /// Whether the fix followed an accepted jump.
    var isJump = false
    var cause: Transition.Cause?

    /// Removes the receiver times after a time reset that precedes the report. Times on the old
    /// scale would mislead a reader beside times on the new one.
    mutating func forgetTime() {
        method = .bracket
        (time, error_s, bracket) = (nil, nil, nil)
    }
}
