import Chronology
import SystemServices

/// The boot clock, by which everything is timed and decided.
enum BootClock {
    /// The time now.
    static func now() -> BootInstant { BootInstant(nanoseconds: Clocks.bootNanoseconds()) }
}
