import Chronology
import Fixes

extension Monitor {
    /// Starts the monitor with all states unknown, or reports why it cannot start. A paused monitor
    /// is resumed. A started monitor does not change.
    mutating func start(
        level: KindDefaults, global: KindDefaults, feedHasFixes: Bool, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        switch status {
        case .started, .starting: return
        case .paused: return resume(into: &sink)
        case .stopped, .failedToStart: break
        }
        change(to: .starting, into: &sink)
        evaluator.rules.definition.message = nextMessage
        _ = warnings.set(.invalidDefinition, nil)
        _ = warnings.set(.fencesUnavailable, nil)
        _ = warnings.set(.messageFailed, nil)
        if let problem = evaluator.rules.problem {
            return fail(.invalidDefinition, problem, into: &sink)
        }
        guard catalog.isAvailable else {
            let reason = catalog.problems.first ?? "it could not be read"
            return fail(
                .fencesUnavailable,
                "monitor '\(name)' cannot start: fences '\(catalog.name.text)': \(reason)",
                into: &sink)
        }
        // The monitor does not check the clock while it is stopped.
        for settings in evaluator.rules.indices { evaluator.rules[settings].isOpen = nil }
        resolve(level: level, global: global, in: catalog, at: sink.clockTime)
        if sink.isResumed, let time = sink.lastFix?.update.time {
            takeUpExpired(by: time, except: [], in: catalog)
        }
        discardStates(after: sink.fixNumber)
        change(to: .started, into: &sink)
        reviewFences(in: catalog)
        if !feedHasFixes { warnFeedNotRunning() }
        putWarnings(into: &sink)
        note(.monitorStarted, "Monitor \(name) started", into: &sink)
        sink.outbox.save(.monitor(id, status))
    }

    /// Stops the evaluation and discards all states.
    mutating func stop(in catalog: FenceCatalog, into sink: inout Sink) {
        guard status != .stopped else { return }
        let wasEvaluating = status == .started || status == .paused
        let inside = evaluator.insideNumbers(in: catalog)
        evaluator.interruption = nil
        change(to: .stopped, into: &sink)
        if wasEvaluating {
            for number in inside {
                closeVisit(number, "because the monitor stops", in: catalog, into: &sink)
            }
            var diagnostic = Diagnostic(
                kind: .monitorStopped, message: "Monitor \(name) stopped", monitor: name,
                at: sink.feedTime)
            diagnostic.inside = inside.map(catalog.id)
            sink.outbox.put(.event(.diagnostic(diagnostic)))
        }
        discardStates(after: sink.fixNumber)
        warnings.removeAll()
        putWarnings(into: &sink)
        sink.outbox.save(.forgetMonitor(id))
        sink.outbox.save(.monitor(id, status))
    }

    /// Pauses the evaluation and keeps the states.
    mutating func pause(in catalog: FenceCatalog, into sink: inout Sink) {
        guard status == .started else { return }
        // The first fix afterwards ends the pause, so it must be evaluated.
        evaluator.nearby.invalidate()
        if evaluator.interruption == nil, let lastFix = sink.lastFix {
            evaluator.loseLackingFences(by: lastFix.update, in: catalog)
            evaluator.interruption = UnknownSince(since: lastFix)
        }
        for number in evaluator.states.numbers where evaluator.states[number]?.heldSince == nil {
            evaluator.states[number]?.heldSince = sink.lastFix?.boot
        }
        change(to: .paused, into: &sink)
        sink.outbox.save(.monitor(id, status))
        saveRecords(in: catalog, into: &sink) { _ in true }
    }

    /// Continues the evaluation. Changes that happened during the pause are late.
    mutating func resume(into sink: inout Sink) {
        guard status == .paused else { return }
        evaluator.states.journal.begin(after: sink.fixNumber)
        change(to: .started, into: &sink)
        sink.outbox.save(.monitor(id, status))
    }

    /// Determines the rules of all fences, and invalidates the nearby fences.
    mutating func resolve(
        level: KindDefaults, global: KindDefaults, in catalog: FenceCatalog, at time: UTCInstant?
    ) {
        evaluator.rules.resolve(level: level, global: global, in: catalog, at: time)
        reviewFloorMaps()
        evaluator.nearby.invalidate()
        clockEdge = ClockEdge(of: evaluator.rules.list, evaluator.rules.hours, after: time)
    }

    private mutating func fail(
        _ code: MonitorWarning.Code, _ sentence: String, into sink: inout Sink
    ) {
        _ = warnings.set(code, sentence)
        change(to: .failedToStart, into: &sink)
        putWarnings(into: &sink)
        note(.monitorFailed, sentence, into: &sink)
    }

    mutating func change(to status: MonitorStatus, into sink: inout Sink) {
        self.status = status
        sink.outbox.put(.status(status, monitor: name))
    }

    func note(_ kind: Diagnostic.Kind, _ message: String, into sink: inout Sink) {
        let diagnostic = Diagnostic(
            kind: kind, message: message, monitor: name, source: definition.source,
            at: sink.feedTime)
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }

    /// Reports that a visit ended without an observed exit.
    func closeVisit(
        _ number: FenceNumber, _ reason: String, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard let visit = evaluator.states[number]?.visit else { return }
        var diagnostic = label.end(
            of: visit, in: catalog.label(number), .unfinished, "ends unfinished \(reason)",
            at: sink.feedTime)
        diagnostic.wasInside = true
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }
}
