import Chronology
import Fixes
import Geodesy
import Suggestions

extension Engine {
    /// The result of measuring an ordinary fix.
    enum Change {
        /// The nearby fences are not known.
        case unknown
        /// No state changes.
        case unchanged
        /// Some states change; the monitors hold the pending changes.
        case changed
    }

    /// Measures, under every monitor of a source, the fences that an ordinary fix may change.
    /// Nothing is applied or accepted yet.
    mutating func measure(
        _ update: LocationUpdate, after displacement: Displacement, of feed: Int
    ) -> Change {
        let travelled_m = displacement.odometer_m
        guard travelled_m >= feeds[feed].safeDistance.safeUntil_m else { return .unchanged }
        var point = FixPoint(update)
        (point.segment_m, point.movement_m) = (displacement.moved_m, displacement.moved_m)
        if !displacement.isAfterGap {
            point.segmentReach_m = displacement.moved_m
            let place = feeds[feed].ordinary.place
            point.start = Coordinate(latitude: place.x, longitude: place.y)
        }
        var (isChanged, safeUntil_m) = (false, Double.infinity)
        for index in monitors.indices
        where monitors[index].feed == feed && monitors[index].status == .started {
            guard
                monitors[index].evaluator.measure(
                    &point, travelled_m: travelled_m, in: catalogs[monitors[index].catalog])
            else { return .unknown }
            safeUntil_m = min(safeUntil_m, monitors[index].evaluator.nearby.safeTravel_m)
            if !monitors[index].evaluator.pending.isEmpty { isChanged = true }
        }
        if isChanged { return .changed }
        feeds[feed].safeDistance.safeUntil_m = safeUntil_m
        return .unchanged
    }

    /// Applies the changes that the monitors measured from an ordinary fix.
    mutating func applyMeasured(
        _ update: LocationUpdate, after displacement: Displacement, of feed: Int
    ) {
        var fix = EvaluatedFix(update, at: sink.now)
        guard feeds[feed].accept(&fix.step, after: displacement) else { return }
        prepareSink(for: feed)
        for index in monitors.indices
        where monitors[index].feed == feed && monitors[index].status == .started {
            let catalog = catalogs[monitors[index].catalog]
            monitors[index].evaluator.applyMeasured(by: &fix, in: catalog, into: &sink)
            monitors[index].reportResumed(in: catalog, into: &sink)
        }
        dropLapsedStates(of: feed)
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

    /// Handles a fix that arrived. The fix waits when the source reorders late fixes.
    mutating func take(_ update: LocationUpdate, _ details: FixDetails?, of source: String) {
        guard let feed = feed(named: source) else { return }
        let wait_s = feeds[feed].settings.reorder_s
        if wait_s > 0, !update.isLastKnown {
            feeds[feed].reorder.insert(update, details, at: sink.now, wait_s: wait_s)
            releaseReordered(feed)
        } else {
            evaluate(update, details, of: feed)
        }
    }

    /// Evaluates the fixes that have waited long enough for late ones. The effects of each fix are
    /// ordered separately from those of the other released fixes.
    mutating func releaseReordered(_ feed: Int) {
        while let (update, details) = feeds[feed].reorder.next(at: sink.now) {
            evaluate(update, details, of: feed)
            endInstant()
        }
    }

    private mutating func evaluate(
        _ received: LocationUpdate, _ details: FixDetails?, of feed: Int
    ) {
        let source = feeds[feed].name
        var update = received
        if update.floor == nil && !floorFinder.isEmpty {
            update.floor = floorFinder.floor(of: update, source: source)
        }
        let wasStale = feeds[feed].isStale
        let resumed = feeds[feed].isResumed ? feeds[feed].last : nil
        var fix = EvaluatedFix(update, at: sink.now)
        var details = details
        let acceptance = feeds[feed].accept(&fix.step, &details)
        if feeds[feed].settings.filter != nil { reviewFilter(of: feed) }
        switch acceptance {
        case .refused(let reason):
            if feeds[feed].refuse(update, at: sink.now, reason) {
                sink.outbox.put(.suspicion(reason, source: source))
            }
            return
        case .completed:
            feeds[feed].health.completed += 1
            feeds[feed].details = details
            return
        case .accepted: break
        case .timeReset:
            forgetClock(of: feed, at: fix.step.fix.update.time)
            emit(.timeReset, "Receiver time of source \(source) was reset", of: feed)
        }
        feeds[feed].details = details
        if let late = feeds[feed].late.take(at: sink.now) {
            let fixes = late.count == 1 ? "1 fix" : "\(late.count) fixes"
            emit(
                .fixesLate,
                "\(fixes) of source \(source) came out of order and were not evaluated, the last "
                    + "\(rounded(late.age_s)) s behind the latest" + advice(forAge: late.age_s),
                of: feed)
        }
        if !floorFinder.isEmpty { floorFinder.remember(fix.step.fix.update, source: source) }
        prepareSink(for: feed)
        let goesOn = if let resumed { resume(feed, after: resumed, by: &fix.step) } else { false }
        if wasStale { emit(.feedResumed, "Source \(source) delivers fixes again", of: feed) }
        if feeds[feed].suspicion.end() { sink.outbox.put(.suspicion(nil, source: source)) }
        if let time = fix.step.fix.update.time,
            feeds[feed].safeDistance.reachesClockEdge(at: time.nanoseconds)
        {
            passClockEdges(of: feed, at: time)
        }
        evaluate(&fix, of: feed)
        if goesOn || fix.step.resetAfter != nil { saveAgain(of: feed) }
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
