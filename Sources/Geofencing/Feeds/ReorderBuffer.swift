import Chronology

/// Holds fixes back for a while, so that a late one can be put in its place.
struct ReorderBuffer: Sendable {
    /// Ten seconds of a 25 Hz receiver; beyond, the oldest is let go early.
    static let capacity = 256

    private struct Held: Sendable {
        var update: LocationUpdate
        var details: FixDetails?
        var time: UTCInstant?
        var release: BootInstant
    }

    /// In order of receiver time; one without a time stands where it came in.
    private var held: [Held] = []

    /// When the next fix is to be let go.
    var deadline: BootInstant? { held.isEmpty ? nil : held.lazy.map(\.release).min() }

    /// Puts a fix in its place; it stays for `wait_s`.
    ///
    /// One without a time waits as long as any: judged at once it would overtake those before it, and
    /// the boot clock, which tells how long after them it was measured, would be wrong by the wait.
    mutating func insert(
        _ update: LocationUpdate, _ details: FixDetails? = nil, at now: BootInstant, wait_s: Double
    ) {
        let time = update.time
        let place = time.flatMap { time in
            held.firstIndex { $0.time.map { $0 > time } ?? false }
        }
        held.insert(
            Held(
                update: update, details: details, time: time,
                release: now.advanced(bySeconds: wait_s)),
            at: place ?? held.endIndex)
    }

    /// The oldest fix, if it or one behind it has waited long enough, or there are too many.
    mutating func next(
        at now: BootInstant
    ) -> (update: LocationUpdate, details: FixDetails?)? {
        let isDue = held.contains { $0.release <= now } || held.count > Self.capacity
        guard isDue else { return nil }
        let first = held.removeFirst()
        return (first.update, first.details)
    }
}
