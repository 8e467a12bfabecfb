import Chronology

/// The time of the system clock, extrapolated from the last reading that the decoder was given.
struct SystemTime {
    private var reading: UTCInstant?
    private var readAt = BootInstant(nanoseconds: 0)

    @inline(__always)
    init() {}

    /// Stores a reading; nil when the time is unknown.
    mutating func note(_ time: UTCInstant?, at now: BootInstant) {
        reading = time
        readAt = now
    }

    /// The clock's time now, when it is known.
    func time(at now: BootInstant) -> UTCInstant? {
        reading.map {
            UTCInstant(nanoseconds: $0.nanoseconds + now.nanoseconds - readAt.nanoseconds)
        }
    }
}
