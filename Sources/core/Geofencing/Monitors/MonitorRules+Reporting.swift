import Chronology
import Geodesy

extension MonitorRules {
    /// Emits the events of an outcome of the state, and updates the visit and the dwell clock.
    func perform(
        _ outcome: FenceState.Outcome, on state: inout FenceState, _ place: FencePlace,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        switch outcome {
        case .nothing:
            if state.reported == .inside && state.visit == nil {
                open(&state, place.number, since: nil, at: sink.now, in: catalog, into: &sink)
            }
        case .report(let report):
            self.report(
                report, of: place.number, &state, place.thresholds, in: catalog, into: &sink)
        case .flapping(let finding):
            sink.outbox.explain(flapping(finding, state, place, in: catalog))
        }
    }

    /// Reports an enter or an exit.
    func report(
        _ report: FenceState.Report, of number: FenceNumber, _ state: inout FenceState,
        _ thresholds: Thresholds, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let entered = report.side == .inside
        if entered {
            open(&state, number, since: report.crossing, at: sink.now, in: catalog, into: &sink)
        }
        let visit = state.visit ?? Visit(foundAt: sink.now)
        if !entered {
            state.visit = nil
            state.dwell = nil
        }
        label.emit(report, of: number, visit, thresholds, from: index, in: catalog, into: &sink)
    }

    /// Reports a pass: the enter and the exit of one visit. The state remains outside.
    func reportPass(
        _ state: inout FenceState, _ place: FencePlace, _ pass: (Crossing, Crossing),
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let visit = Visit(since: pass.0)
        var events: [Transition.Facts] = []
        for (kind, crossing) in [(Transition.Kind.entered, pass.0), (.exited, pass.1)]
        where definition.rule.reports(kind) {
            var event = Transition.Facts(
                kind, of: place.number, visit: visit, crossing: crossing)
            event.isInferred = true
            events.append(event)
        }
        if events.last?.kind == .exited {
            events[events.count - 1].duration_s = visit.seconds(until: pass.1)
        }
        if !events.isEmpty {
            events[0].suppressedToggles = state.suppressedToggles
            state.suppressedToggles = 0
        }
        for event in events { sink.put(event, of: label, index, in: catalog) }
        if !definition.rule.reports(.exited) {
            // The enter of the visit is among the events. Explanations follow the events of an
            // instant.
            sink.outbox.explain(
                label.unreportedExit(of: visit, catalog.label(place.number), sink))
        }
    }

    /// Begins a visit, and sets the timer of its dwell clock. The clock may have run since before
    /// the report.
    private func open(
        _ state: inout FenceState, _ number: FenceNumber, since crossing: Crossing?,
        at now: BootInstant, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        state.visit = crossing.map(Visit.init(since:)) ?? Visit(foundAt: now)
        schedule(
            state.dwell, number, settings: catalog.settingsIndex(number), into: &sink)
    }

    private func flapping(
        _ finding: FlappingClock.Finding, _ state: FenceState, _ place: FencePlace,
        in catalog: FenceCatalog
    ) -> Diagnostic {
        let fence = catalog.label(place.number)
        var diagnostic = Diagnostic(
            kind: .flapping,
            message: "\(fence.name) was crossed \(finding.toggles) times within its ignore period "
                + "without a report (monitor \(name)); raise its exit tolerance or confirm_exit",
            monitor: name, fence: fence.id, visit: state.visit?.name(of: fence, under: label))
        diagnostic.figures = [
            "toggles": Double(finding.toggles), "share_inside": finding.shareInside,
        ]
        return diagnostic
    }
}

extension MonitorLabel {
    /// Emits the enter or the exit of a visit.
    ///
    /// - Parameter index: the index of the monitor in the configuration.
    func emit(
        _ report: FenceState.Report, of number: FenceNumber, _ visit: Visit,
        _ thresholds: Thresholds, from index: Int, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let crossing = report.crossing
        let entered = report.side == .inside
        var event = Transition.Facts(
            entered ? .entered : .exited, of: number, visit: visit, crossing: crossing)
        event.isInitial = report.isInitial
        event.isDeferred = report.isDeferred
        event.suppressedToggles = report.suppressedToggles
        event.threshold_m = entered ? thresholds.enter : thresholds.exit
        if !entered { event.duration_s = visit.seconds(until: crossing) }
        guard definition.rule.reports(event.kind) else {
            if !entered, !report.isInitial {
                // Like an exit, this precedes the enter of an adjacent fence.
                let end = unreportedExit(of: visit, catalog.label(number), sink)
                sink.outbox.put(.event(.diagnostic(end)))
            }
            return
        }
        sink.put(event, of: self, index, in: catalog)
    }

    /// Returns the end of a visit whose exit the rule does not report. A client that mirrors the
    /// fences that are inside needs this event.
    fileprivate func unreportedExit(
        of visit: Visit, _ fence: FenceLabel, _ sink: borrowing Sink
    ) -> Diagnostic {
        end(
            of: visit, in: fence, .left,
            "is over, without an exit by rule \(definition.rule.rawValue)",
            at: sink.feedTime)
    }

    /// Returns a diagnostic about the end of a visit without an exit.
    func end(
        of visit: Visit, in fence: FenceLabel, _ end: Diagnostic.VisitEnd, _ description: String,
        at time: UTCInstant?
    ) -> Diagnostic {
        var diagnostic = Diagnostic(
            kind: .visitClosed,
            message: "The visit to \(fence.name) \(description) (monitor \(name))", monitor: name,
            fence: fence.id, visit: visit.name(of: fence, under: self), at: time)
        diagnostic.visitEnd = end
        return diagnostic
    }
}

extension RuleType {
    /// Whether the rule reports events of that kind.
    func reports(_ kind: Transition.Kind) -> Bool {
        switch (self, kind) {
        case (.enter, .exited), (.exit, .entered): false
        case (.enter, .entered), (.exit, .exited), (.enterOrExit, _), (_, .dwelled): true
        }
    }
}
