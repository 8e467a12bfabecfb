import Chronology

/// The instant before which nothing is due, known without looking at any timer.
struct Alarm: Sendable, Hashable {
    private var nanoseconds = Int64.max
    /// Half-way to it: what came meanwhile may have put it off, so that nobody is woken at that instant.
    private var reviewAt_ns = Int64.max

    /// That instant; nil when no timer runs.
    var next: BootInstant? { nanoseconds == .max ? nil : BootInstant(nanoseconds: nanoseconds) }

    mutating func set(_ next: BootInstant?, at now: BootInstant) {
        guard let next else { return self = Alarm() }
        nanoseconds = next.nanoseconds
        reviewAt_ns = now.halfway(to: next).nanoseconds
    }

    /// Whether something may be due.
    func isDue(at now: BootInstant) -> Bool { nanoseconds <= now.nanoseconds }

    /// Whether it is time to work it out anew; whenever something may be due it is.
    func isForReview(at now: BootInstant) -> Bool { reviewAt_ns <= now.nanoseconds }
}
