import Chronology

/// The earliest instant at which any timer may fire, known without searching the timers.
struct Alarm: Sendable, Hashable {
    private var nanoseconds = Int64.max
    /// The instant half-way to the alarm. Recalculating the alarm from then on avoids a wake-up
    /// for a deadline that inputs have postponed.
    private var reviewAt_ns = Int64.max

    /// The alarm instant; nil when no timer runs.
    var next: BootInstant? { nanoseconds == .max ? nil : BootInstant(nanoseconds: nanoseconds) }

    mutating func set(_ next: BootInstant?, at now: BootInstant) {
        guard let next else { return self = Alarm() }
        nanoseconds = next.nanoseconds
        reviewAt_ns = now.halfway(to: next).nanoseconds
    }

    /// Whether any timer may fire.
    func isDue(at now: BootInstant) -> Bool { nanoseconds <= now.nanoseconds }

    /// Whether the alarm has to be recalculated; always true when any timer may fire.
    func isForReview(at now: BootInstant) -> Bool { reviewAt_ns <= now.nanoseconds }
}
