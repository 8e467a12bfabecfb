import Chronology

/// The usual pause between bytes of a source that sends seldom, or several fixes at once.
struct ArrivalInterval: Sendable {
    /// Bytes within this time after the first byte belong to the same burst, which may arrive in
    /// pieces. Shorter pauses do not matter.
    private static let burstSeconds = 3.0

    private var pauses = FixInterval()
    /// The start of the last burst.
    private var burstAt: BootInstant?
    private var lastAt: BootInstant?

    /// The usual pause in seconds; nil before the first pause.
    var medianSeconds: Double? { pauses.medianSeconds }

    /// Records that bytes have arrived.
    mutating func note(at now: BootInstant) {
        if let burstAt, let lastAt {
            guard now.seconds(since: burstAt) >= Self.burstSeconds else {
                self.lastAt = now
                return
            }
            pauses.note(seconds: now.seconds(since: lastAt))
        }
        burstAt = now
        lastAt = now
    }

    /// Records that the source was closed: the time until the next bytes is not a pause of the
    /// source.
    mutating func interrupt() {
        burstAt = nil
        lastAt = nil
    }
}
