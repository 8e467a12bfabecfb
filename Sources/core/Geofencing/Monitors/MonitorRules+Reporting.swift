import Chronology
import Geodesy

extension MonitorRules {
    /// Emits what a change of the state of a fence has to report. The state is that after it.
    func emit(
        _ change: FenceChange, of number: FenceNumber, _ state: FenceState,
        _ thresholds: Thresholds, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        switch change {
        case .reported(let report):
            label.emit(report, of: number, thresholds, from: index, in: catalog, into: &sink)
        case .passed(let visit, let entry, let exit, let toggles):
            emitPass(visit, (entry, exit), toggles, of: number, in: catalog, into: &sink)
        case .dwelled(let dwell): emit(dwell, of: number, in: catalog, into: &sink)
        case .flapping(let finding):
            sink.outbox.explain(flapping(finding, state, number, in: catalog))
        }
    }

    /// Emits the enter and the exit of a visit between two fixes.
    private func emitPass(
        _ visit: Visit, _ pass: (entry: Crossing, exit: Crossing), _ suppressedToggles: Int,
        of number: FenceNumber, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        var events: [Transition.Facts] = []
        for (kind, crossing) in [(Transition.Kind.entered, pass.entry), (.exited, pass.exit)]
        where definition.rule.reports(kind) {
            var event = Transition.Facts(kind, of: number, visit: visit, crossing: crossing)
            event.isInferred = true
            if events.isEmpty { event.suppressedToggles = suppressedToggles }
            if kind == .exited { event.duration_s = visit.seconds(until: pass.exit) }
            events.append(event)
        }
        for event in events { sink.put(event, of: label, index, in: catalog) }
        if !definition.rule.reports(.exited) {
            // The enter of the visit is among the events. Explanations follow the events of an
            // instant.
            sink.outbox.explain(label.unreportedExit(of: visit, catalog.label(number), sink))
        }
    }

    /// Emits a dwell. One whose timer fires late is late, too.
    private func emit(
        _ dwell: FenceChange.Dwell, of number: FenceNumber, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        var event = Transition.Facts(
            .dwelled, of: number, visit: dwell.visit,
            crossing: Crossing(boot: dwell.deadline, method: .fix))
        event.suppressedToggles = dwell.suppressedToggles
        event.duration_s = dwell.duration_s
        if dwell.deadline < sink.now {
            event.crossing.isLate = true
            event.crossing.time = sink.feedTime?.advanced(
                bySeconds: -sink.now.seconds(since: dwell.deadline))
        }
        sink.put(event, of: label, index, in: catalog)
    }

    private func flapping(
        _ finding: FlappingClock.Finding, _ state: FenceState, _ number: FenceNumber,
        in catalog: FenceCatalog
    ) -> Diagnostic {
        let fence = catalog.label(number)
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
        _ report: FenceChange.Report, of number: FenceNumber, _ thresholds: Thresholds,
        from index: Int, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let (crossing, visit) = (report.crossing, report.visit)
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
