internal import Glibc

/// The clocks of a program, seconds.
public enum Clocks {
    /// Since the machine has started, without the time for which it slept.
    public static var monotonic_s: Double { seconds(CLOCK_MONOTONIC) }
    /// The same with that time.
    public static var boot_s: Double { seconds(CLOCK_BOOTTIME) }
    /// Since 1970.
    public static var system_s: Double { seconds(CLOCK_REALTIME) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
