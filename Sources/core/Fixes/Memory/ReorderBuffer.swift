public import Chronology

/// Delays fixes for a while, so that a late fix can be inserted in its place.
@usableFromInline
package struct ReorderBuffer: Sendable {
    /// Ten seconds of a 25 Hz receiver. When there are more fixes, the oldest is released early.
    static let capacity = 256

    private struct Held: Sendable {
        var update: LocationUpdate
        var details: FixDetails?
        var time: UTCInstant?
        var release: BootInstant
    }

    /// The fixes in order of receiver time. A fix without a time follows all fixes that arrived
    /// before it.
    private var held: [Held] = []

    /// The instant at which the next fix is released.
    @usableFromInline package private(set) var deadline: BootInstant?

    /// Inserts a fix in its place, where it waits for `wait_s` seconds.
    ///
    /// A fix without a time waits as long as any other. If it were evaluated at once, it would
    /// overtake those before it. Its interval to them, which comes from the boot clock, would then
    /// be wrong by the wait.
    package mutating func insert(
        _ update: LocationUpdate, _ details: FixDetails? = nil, at now: BootInstant, wait_s: Double
    ) {
        let time = update.time
        let place = time.flatMap { time in
            held.firstIndex { $0.time.map { $0 > time } ?? false }
        }
        let release = now.advanced(bySeconds: wait_s)
        held.insert(
            Held(update: update, details: details, time: time, release: release),
            at: place ?? held.endIndex)
        deadline = min(deadline ?? release, release)
    }

    /// Removes and returns the oldest fix when it or a later one has waited long enough, or when
    /// there are too many.
    package mutating func next(
        at now: BootInstant
    ) -> (update: LocationUpdate, details: FixDetails?)? {
        let isDue = held.contains { $0.release <= now } || held.count > Self.capacity
        guard isDue else { return nil }
        let first = held.removeFirst()
        deadline = held.lazy.map(\.release).min()
        return (first.update, first.details)
    }
}
