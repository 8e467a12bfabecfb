import Chronology
import SystemServices

/// The boot clock, which all timers and decisions use.
enum BootClock {
    /// Returns the time now.
    static func now() -> BootInstant { BootInstant(nanoseconds: Clocks.bootNanoseconds()) }
}
