import Chronology

/// The earliest instant at which anything may be due, known without searching the timers.
struct Alarm: Sendable, Hashable {
    private var nanoseconds = Int64.max
    /// The instant half-way to it. Recalculating the alarm from then on avoids a wake-up for a
    /// deadline that inputs have postponed.
    private var reviewAt_ns = Int64.max

    /// The alarm instant; nil when no timer runs.
    var next: BootInstant? { nanoseconds == .max ? nil : BootInstant(nanoseconds: nanoseconds) }

    mutating func set(_ next: BootInstant?, at now: BootInstant) {
        guard let next else { return self = Alarm() }
        nanoseconds = next.nanoseconds
        reviewAt_ns = now.halfway(to: next).nanoseconds
    }

    /// Whether anything may be due.
    func isDue(at now: BootInstant) -> Bool { nanoseconds <= now.nanoseconds }

    /// Whether the alarm has to be recalculated; always true when anything may be due.
    func isForReview(at now: BootInstant) -> Bool { reviewAt_ns <= now.nanoseconds }
}
