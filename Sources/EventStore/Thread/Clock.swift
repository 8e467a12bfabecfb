import Glibc

/// The clocks of the machine, in nanoseconds.
enum Clock {
    /// The system clock, since 1970; only for the time of commits.
    static func system_ns() -> Int64 { read(CLOCK_REALTIME) }

    /// The monotonic clock, for waits: never steps, and pauses while the machine sleeps.
    static func monotonic_ns() -> Int64 { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "Linux always provides these clocks")
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
