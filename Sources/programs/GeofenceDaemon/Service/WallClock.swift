import Chronology
import SystemServices

/// The system clock, for times of day. Timers use ``BootClock``.
enum WallClock {
    /// Returns the time now.
    static func now() -> UTCInstant { UTCInstant(nanoseconds: Clocks.utcNanoseconds()) }

    /// Returns the time now, in RFC 3339 with milliseconds.
    static func rfc3339() -> String { now().rfc3339 }
}
