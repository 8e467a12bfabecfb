import Chronology
import Geodesy

/// When and where a threshold was passed, as well as two fixes can tell.
struct Crossing: BitwiseCopyable, Sendable, Hashable {
    /// Receiver time; nil where the fixes carry none, and where nothing tells when in the bracket: after
    /// a feed that was lost, or a jump.
    var time: UTCInstant?
    var position: Coordinate?
    /// Half-width in seconds of the uncertainty of `time`.
    var error_s: Double?
    var bracket: Transition.Bracket?
    /// The same instant on the boot clock, for the timers that count from it.
    var boot: BootInstant
    /// Seconds without a fix that told of the fence, when they were many.
    var gap_s: Double?
    var method: Transition.Method
    /// Whether `boot` tells when it was, be there a `time` or not, and not just when a fix showed that it
    /// had been.
    var isDated = false
    /// Whether it happened while the state was unknown: feed or daemon were away, or floor or altitude
    /// were missing for long.
    var isLate = false
    /// Whether the fix followed a believed jump.
    var isJump = false
    var cause: Transition.Cause?

    /// Receiver time begins anew before the crossing is told: what it was by the scale of before would
    /// mislead whoever reads it beside the new one.
    mutating func forgetTime() {
        method = .bracket
        (time, error_s, bracket) = (nil, nil, nil)
    }
}
