internal import Glibc

/// The clocks of a program, seconds.
public enum Clocks {
    /// Since the machine has started, without the time for which it slept.
    public static var monotonic_s: Double { seconds(CLOCK_MONOTONIC) }
    /// The same with that time.
    public static var boot_s: Double { seconds(CLOCK_BOOTTIME) }
    /// Since 1970.
    public static var system_s: Double { seconds(CLOCK_REALTIME) }

    /// Whether the system clock shows the time of day, as far as that is known: a machine without a clock of its own
    /// begins in the past, and systemd marks when a time service has set the clock.
    public static var isSet: Bool {
        // The beginning of 2025: this program is newer.
        guard system_s >= 1_735_689_600 else { return false }
        func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
        return !exists("/run/systemd/timesync") || exists("/run/systemd/timesync/synchronized")
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
