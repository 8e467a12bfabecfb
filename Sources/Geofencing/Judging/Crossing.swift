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
    var method: Transition.Method
    var bracket: Transition.Bracket?
    /// The same instant on the boot clock, for the timers that count from it.
    var boot: BootInstant
    /// Seconds without fixes that it bridges, when the feed had been lost.
    var gap_s: Double?
    /// Whether it happened while feed or daemon were away.
    var isLate = false
    /// Whether the fix followed a believed jump.
    var isJump = false
    var cause: Transition.Cause?
}
