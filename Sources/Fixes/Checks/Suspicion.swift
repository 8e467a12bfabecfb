import Chronology

/// Detects a source that gives fixes, but for long none that is accepted.
package struct Suspicion: Sendable {
    /// The number of refused fixes of a source without any accepted one from which on the source is
    /// suspected, also when they come in one burst.
    static let firstRefused = 5

    /// The instants of the first and the last refused fix.
    private var run: (since: BootInstant, last: BootInstant)?
    /// The number of fixes that had been evaluated before the first refused one.
    private var evaluated = 0
    /// Whether the source is suspected.
    private(set) var isRaised = false

    /// Records a refused fix; returns true when all fixes have been refused for longer than
    /// `patience_s`.
    ///
    /// - Parameters:
    ///   - evaluated: the number of fixes of the source that have been evaluated so far.
    ///   - patience_s: the usual seconds without an evaluated fix, or without any.
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

    /// Records a fix that is evaluated; returns true when that ends a suspicion.
    package mutating func end() -> Bool {
        defer { isRaised = false }
        return isRaised
    }
}
