import Chronology
import Fixes
import Geodesy
import Suggestions

extension Engine {
    /// Accepts or refuses a fix, and returns it with the floor that its altitude gives it.
    mutating func accept(
        _ received: LocationUpdate, _ details: FixDetails?, of feed: Int
    ) -> (LocationUpdate, SourceState.Arrival) {
        guard !floorFinder.isEmpty || !isSkipping else {
            return (received, feeds[feed].receive(received, details, at: sink.now))
        }
        var update = received
        if update.floor == nil {
            update.floor = floorFinder.floor(of: update, source: feeds[feed].name)
        }
        var arrival = feeds[feed].receive(update, details, at: sink.now)
        arrival.isQuiet = false
        return (update, arrival)
    }

    /// Evaluates an accepted fix under every monitor of a source.
    private mutating func evaluate(_ fix: inout EvaluatedFix, of feed: Int) {
        for index in monitors.indices where monitors[index].feed == feed {
            let catalog = catalogs[monitors[index].catalog]
            monitors[index].evaluate(&fix, in: catalog, into: &sink)
            monitors[index].reportResumed(in: catalog, into: &sink)
        }
    }

    private mutating func dropLapsedStates(of feed: Int) {
        guard sink.outbox.isAnyNew else { return }
        for index in monitors.indices
        where monitors[index].feed == feed {
            monitors[index].evaluator.dropLapsedStates(
                in: catalogs[monitors[index].catalog], into: &sink)
        }
    }

    @inline(__always)
    func feed(named source: String) -> Int? {
        if let first = feeds.first, first.name == source { return 0 }
        return feeds.firstIndex { $0.name == source }
    }

    /// Evaluates the fixes that have waited long enough for late ones. The effects of each fix are
    /// ordered separately from those of the other released fixes.
    mutating func releaseReordered(_ feed: Int) {
        while let (update, details) = feeds[feed].reorder.next(at: sink.now) {
            let (update, arrival) = accept(update, details, of: feed)
            if !arrival.isQuiet { evaluate(update, arrival, of: feed) }
            endInstant()
            settle(feed)
        }
    }

    /// Reports what the acceptance of a fix shows, and evaluates every fence whose state an accepted
    /// one can change.
    mutating func evaluate(
        _ update: LocationUpdate, _ arrival: SourceState.Arrival, of feed: Int
    ) {
        let source = feeds[feed].name
        if feeds[feed].settings.filter != nil { reviewFilter(of: feed) }
        switch arrival.acceptance {
        case .refused(let reason):
            if feeds[feed].addRefusal(of: update, at: sink.now, reason) {
                sink.outbox.put(.suspicion(reason, source: source))
            }
            return
        case .completed: return
        case .accepted: break
        case .timeReset:
            forgetClock(of: feed, at: feeds[feed].last?.update.time)
            emit(.timeReset, "Receiver time of source \(source) was reset", of: feed)
        }
        if let late = feeds[feed].late.report(at: sink.now) {
            let fixes = late.count == 1 ? "1 fix" : "\(late.count) fixes"
            emit(
                .fixesLate,
                "\(fixes) of source \(source) came out of order and were not evaluated, the last "
                    + "\(rounded(late.age_s)) s behind the latest" + advice(forAge: late.age_s),
                of: feed)
        }
        prepareSink(for: feed)
        if !floorFinder.isEmpty, let update = feeds[feed].last?.update {
            floorFinder.remember(update, source: source)
        }
        let goesOn = arrival.endsResumption && resume(feed)
        if arrival.wasStale {
            emit(.feedResumed, "Source \(source) delivers fixes again", of: feed)
        }
        if feeds[feed].suspicion.end() { sink.outbox.put(.suspicion(nil, source: source)) }
        guard let segment = feeds[feed].segment else { return }
        if let time = segment.fix.update.time,
            feeds[feed].safeDistance.reachesClockEdge(at: segment.fix.update)
        {
            passClockEdges(of: feed, at: time)
        }
        var fix = EvaluatedFix(segment)
        evaluate(&fix, of: feed)
        if goesOn || segment.resetAfter != nil { saveAgain(of: feed) }
        dropLapsedStates(of: feed)
    }

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

    mutating func setRunning(_ isRunning: Bool, _ source: String) {
        guard let feed = feed(named: source) else { return }
        feeds[feed].isRunning = isRunning
        for index in monitors.indices
        where monitors[index].feed == feed && monitors[index].status == .started && !isRunning
            && !monitors[index].warnings.contains(.feedNotRunning)
        {
            monitors[index].warnFeedNotRunning()
            monitors[index].putWarnings(into: &sink)
        }
    }

    /// Returns advice for fixes that are `age_s` seconds late; empty where no setting helps.
    private func advice(forAge age_s: Double) -> String {
        guard age_s <= FeedSettings.longestReorder_s else { return "" }
        return "; reorder_s sorts fixes that are at most so many seconds late"
    }

    private mutating func emit(_ kind: Diagnostic.Kind, _ message: String, of feed: Int) {
        let diagnostic = Diagnostic(
            kind: kind, message: message, source: feeds[feed].name,
            at: feeds[feed].last?.update.time)
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }
}
