internal import Chronology
internal import SystemServices

/// The system clock.
enum Clock {
    /// The present time by it.
    static var now: UTCInstant { UTCInstant(nanoseconds: Clocks.utcNanoseconds()) }
}
