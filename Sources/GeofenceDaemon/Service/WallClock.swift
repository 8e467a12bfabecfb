import Chronology
import Glibc
import SystemServices

/// The system clock as it is shown to people; nothing is decided by it.
enum WallClock {
    /// The time now.
    static func now() -> UTCInstant { UTCInstant(nanoseconds: Clocks.utcNanoseconds()) }

    /// The time now, in RFC 3339 with milliseconds.
    static func rfc3339() -> String { now().rfc3339 }

    /// Whether the network has set the clock; nil when that is not known.
    ///
    /// The kernel knows of every time service (`adjtimex`), but a service that may not set the clock
    /// may not make that call at all: `ProtectClock=` and `@system-service` leave it out.
    static func isSynchronized() -> Bool? {
        guard unsafe access("/run/systemd/timesync", F_OK) == 0 else { return nil }
        return unsafe access("/run/systemd/timesync/synchronized", F_OK) == 0
    }
}
