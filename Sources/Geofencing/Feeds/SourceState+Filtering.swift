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

extension Engine {
    /// Raises or clears the warning of the monitors of a source about its filter.
    mutating func reviewFilter(of feed: Int) {
        let problem = feeds[feed].filterProblem.map {
            "source '\(feeds[feed].name)' refuses its fixes: \($0)"
        }
        for index in monitors.indices
        where monitors[index].feed == feed && monitors[index].status == .started {
            guard monitors[index].warnings.set(.filterFailed, problem) else { continue }
            monitors[index].putWarnings(into: &sink)
        }
    }
}
