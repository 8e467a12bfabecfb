import Chronology

/// Whether a source gives fixes, but for long none that can be judged.
struct Suspicion: Sendable {
    /// So many refused fixes of a source that has given no accepted one show by themselves that it is wrong,
    /// as when they come in one burst.
    static let firstRefused = 5

    /// When the first of them was refused, and the last.
    private var run: (since: BootInstant, last: BootInstant)?
    /// How many fixes had been judged before the first of them.
    private var judged = 0
    private var isRaised = false

    /// Takes note of a refused fix; true when all have been refused for longer than the patience.
    ///
    /// - Parameters:
    ///   - judged: how many fixes of the source have been judged so far.
    ///   - patience_s: seconds without a judged fix, or without any, that are nothing unusual.
    mutating func refused(at now: BootInstant, judged: Int, patience_s: Double) -> Bool {
        if let run, judged == self.judged, now.seconds(since: run.last) <= patience_s {
            self.run = (run.since, now)
        } else {
            run = (now, now)
            self.judged = judged
        }
        guard let run, now.seconds(since: run.since) > patience_s else { return false }
        isRaised = true
        return true
    }

    /// Raises the suspicion whatever its age: the refused fix shows by itself that the source is wrong.
    mutating func raise() { isRaised = true }

    /// Takes note of a fix that is judged; true when that ends a suspicion.
    mutating func end() -> Bool {
        defer { isRaised = false }
        return isRaised
    }
}
