import Chronology

extension SourceState {
    /// Whether the filter of the source accepts a fix. A filter that fails refuses the fix.
    mutating func passesFilter(_ fix: AcceptedFix, _ details: FixDetails?) -> Bool {
        guard let filter = settings.filter else { return true }
        let verdict = filter.verdict(
            on: fix.update, details, of: name, now: fix.update.time ?? wallTime(at: fix.boot))
        switch verdict {
        case .used, .refused: filterProblem = nil
        case .failed(let reason):
            filterProblem = reason
            health.filterFailures += 1
        }
        return verdict == .used
    }
}
