import Chronology
import SystemServices

/// The system clock as it is shown to people; nothing is decided by it.
enum WallClock {
    /// The time now.
    static func now() -> UTCInstant { UTCInstant(nanoseconds: Clocks.utcNanoseconds()) }

    /// The time now, in RFC 3339 with milliseconds.
    static func rfc3339() -> String { now().rfc3339 }
}
