import Glibc

/// The system clocks. The engine does not read them; it receives times as values.
public enum Clocks {
    /// Returns nanoseconds since boot, suspended time included (`CLOCK_BOOTTIME`).
    public static func bootNanoseconds() -> Int64 { read(CLOCK_BOOTTIME) }

    /// Returns nanoseconds of a clock that never steps and stands still while the machine is
    /// suspended (`CLOCK_MONOTONIC`).
    public static func monotonicNanoseconds() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Returns nanoseconds since 1970-01-01T00:00:00Z by the system clock, which may step.
    public static func utcNanoseconds() -> Int64 { read(CLOCK_REALTIME) }

    /// Seconds of the clock of `bootNanoseconds`.
    public static var boot_s: Double { Double(bootNanoseconds()) / 1e9 }
    /// Seconds of the clock of `monotonicNanoseconds`.
    public static var monotonic_s: Double { Double(monotonicNanoseconds()) / 1e9 }
    /// Seconds of the clock of `utcNanoseconds`.
    public static var utc_s: Double { Double(utcNanoseconds()) / 1e9 }

    /// Whether the system clock shows the time of day, as far as that is known: a machine without a battery for its
    /// clock begins in the past, and systemd marks when a time service has set the clock.
    public static var isSet: Bool {
        // The beginning of 2025: this program is newer.
        utc_s >= 1_735_689_600 && isSynchronized() != false
    }

    /// Whether the network has set the system clock; nil when that is not known, because only
    /// systemd-timesyncd leaves a mark.
    ///
    /// The kernel knows it for every time service (`adjtimex`), but a service that may not set the
    /// clock may not make that call either: `ProtectClock=` and `@system-service` exclude it.
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
