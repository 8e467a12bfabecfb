import Chronology

/// The usual pause between bytes of a source that sends seldom, or several fixes at once.
struct ArrivalInterval: Sendable {
    /// What comes within this of the first bytes arrives with them: a burst may be cut into pieces.
    /// Pauses as short are of no interest to anybody.
    private static let burstSeconds = 3.0

    private var pauses = FixInterval()
    /// When the last burst began.
    private var burstAt: BootInstant?
    private var lastAt: BootInstant?

    /// The usual pause in seconds; nil before the first.
    var medianSeconds: Double? { pauses.medianSeconds }

    /// Bytes came.
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

    /// The source was closed: what comes before the next bytes is no pause of its own.
    mutating func interrupt() {
        burstAt = nil
        lastAt = nil
    }
}
