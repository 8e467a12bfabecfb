import Glibc

/// The clocks of the machine, in nanoseconds.
enum Clock {
    /// Since 1970, by the system clock; for the time of commits alone.
    static func system_ns() -> Int64 { read(CLOCK_REALTIME) }

    /// For waits: never steps, and stands while the machine sleeps.
    static func monotonic_ns() -> Int64 { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "the clocks of Linux are always there")
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
