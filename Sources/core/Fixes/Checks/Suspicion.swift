import Chronology

/// Detects a source that delivers fixes of which none has been accepted for a long time.
package struct Suspicion: Sendable {
    /// The number of refused fixes from which a source without an accepted fix is suspected at
    /// once, also when they arrive in one burst.
    static let firstRefused = 5

    /// The instants of the first and the last refused fix.
    private var run: (since: BootInstant, last: BootInstant)?
    /// The number of accepted fixes before the first refused one.
    private var evaluated = 0
    /// Whether the source is suspected.
    private(set) var isRaised = false

    /// Records a refused fix. Returns true when consecutive fixes have been refused for longer than
    /// `patience_s`.
    ///
    /// - Parameters:
    ///   - evaluated: the number of fixes of the source that were accepted so far.
    ///   - patience_s: the stale limit of the source in seconds; a longer pause begins a new run.
    mutating func refused(at now: BootInstant, evaluated: Int, patience_s: Double) -> Bool {
        if let run, evaluated == self.evaluated, now.seconds(since: run.last) <= patience_s {
            self.run = (run.since, now)
        } else {
            run = (now, now)
            self.evaluated = evaluated
        }
        guard let run, now.seconds(since: run.since) > patience_s else { return false }
        isRaised = true
        return true
    }

    /// Raises the suspicion at once, for a refused fix that proves that the source is wrong.
    mutating func raise() { isRaised = true }

    /// Records an accepted fix; returns true when that ends a suspicion.
    package mutating func end() -> Bool {
        defer { isRaised = false }
        return isRaised
    }
}
