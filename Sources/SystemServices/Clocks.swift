import Glibc

/// The system clocks. Only the shell reads them; the core gets time as a value.
public enum Clocks {
    /// Nanoseconds since boot, suspended time included (`CLOCK_BOOTTIME`).
    public static func bootNanoseconds() -> Int64 { read(CLOCK_BOOTTIME) }

    /// Nanoseconds of a clock that never steps, and stands still while the machine sleeps
    /// (`CLOCK_MONOTONIC`).
    public static func monotonicNanoseconds() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Nanoseconds since 1970-01-01T00:00:00Z by the system clock, which may step.
    public static func utcNanoseconds() -> Int64 { read(CLOCK_REALTIME) }

    /// Whether the network has set the system clock; nil when that is not known: of the time
    /// services only systemd-timesyncd marks it.
    ///
    /// The kernel knows of every time service (`adjtimex`), but a service that may not set the clock
    /// may not make that call at all: `ProtectClock=` and `@system-service` leave it out.
    public static func isSynchronized() -> Bool? {
        let folder = "/run/systemd/timesync"
        return Directory.exists(folder) ? Directory.exists("\(folder)/synchronized") : nil
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        let outcome = unsafe clock_gettime(clock, &time)
        precondition(outcome == 0, "every Linux since 2.6.39 has these clocks")
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
