import Chronology

/// What the system clock showed when a decoder was told, and so what it shows later.
struct SystemTime {
    private var told: UTCInstant?
    private var toldAt = BootInstant(nanoseconds: 0)

    @inline(__always)
    init() {}

    /// Takes the clock's time, or with nil that it is not known.
    mutating func note(_ time: UTCInstant?, at now: BootInstant) {
        told = time
        toldAt = now
    }

    /// The clock's time now, when it is known.
    func time(at now: BootInstant) -> UTCInstant? {
        told.map { UTCInstant(nanoseconds: $0.nanoseconds + now.nanoseconds - toldAt.nanoseconds) }
    }
}
