import Chronology

/// The instant before which nothing is due, known without looking at any timer.
struct Alarm: Sendable, Hashable {
    private var nanoseconds = Int64.max

    /// That instant; nil when no timer runs.
    var next: BootInstant? { nanoseconds == .max ? nil : BootInstant(nanoseconds: nanoseconds) }

    mutating func set(_ next: BootInstant?) {
        nanoseconds = next?.nanoseconds ?? .max
    }

    /// Whether something may be due.
    func isDue(at now: BootInstant) -> Bool { nanoseconds <= now.nanoseconds }
}
