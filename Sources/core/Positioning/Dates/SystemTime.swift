import Chronology

/// The time of the system clock, extrapolated from the last reading passed to the decoder.
struct SystemTime {
    private var reading: UTCInstant?
    private var readAt = BootInstant(nanoseconds: 0)

    @inline(__always)
    init() {}

    /// Stores a reading; nil when the system time is unknown.
    mutating func note(_ time: UTCInstant?, at now: BootInstant) {
        reading = time
        readAt = now
    }

    /// Returns the extrapolated time at `now`; nil when the system time is unknown.
    func time(at now: BootInstant) -> UTCInstant? {
        reading.map {
            UTCInstant(nanoseconds: $0.nanoseconds + now.nanoseconds - readAt.nanoseconds)
        }
    }
}
