import Chronology
import Geodesy

extension Monitor {
    /// Turns what a state machine said into events, and keeps visit and dwell clock in step.
    mutating func perform(
        _ outcome: FenceState.Outcome, on state: inout FenceState, _ place: FencePlace,
        by step: Step, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        switch outcome {
        case .nothing:
            if state.reported == .inside && state.visit == nil {
                open(&state, place.number, since: nil, at: sink.now, in: catalog, into: &sink)
            }
        case .report(let report):
            tell(
                report, of: place.number, &state, place.thresholds, in: catalog, into: &sink)
        case .flapping(let finding):
            sink.outbox.explain(flapping(finding, state, place, in: catalog))
        }
    }

    /// Reports an enter or an exit.
    mutating func tell(
        _ report: FenceState.Report, of number: FenceNumber, _ state: inout FenceState,
        _ thresholds: Thresholds, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let crossing = report.crossing
        let entered = report.side == .inside
        let fence = catalog.label(number)
        if entered {
            open(&state, number, since: crossing, at: sink.now, in: catalog, into: &sink)
        }
        let visit =
            state.visit ?? visit(fence, enteredAt: nil, decidedAt: sink.now)
        var transition = self.transition(
            entered ? .entered : .exited, fence: fence, visit: visit, crossing: crossing,
            sink: sink)
        transition.isInitial = report.isInitial
        transition.isDeferred = report.isDeferred
        transition.suppressedToggles = report.suppressedToggles
        transition.threshold_m = entered ? thresholds.enter : thresholds.exit
        if !entered {
            if let start = visit.enteredAt, let end = crossing.time {
                transition.stay_s = end.seconds(since: start)
            }
            state.visit = nil
            state.dwell = nil
        }
        guard definition.rule.reports(transition.kind) else { return }
        let isDated = crossing.method == .linear || crossing.time != nil
        let instant = isDated ? crossing.boot : sink.now
        sink.outbox.put(transition, instant: instant.nanoseconds, monitor: index)
    }

    /// Reports a pass: the enter and the exit of one visit. The state stays outside.
    func reportPass(
        _ state: inout FenceState, _ place: FencePlace, _ pass: (Crossing, Crossing), step: Step,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let fence = catalog.label(place.number)
        let visit = visit(fence, enteredAt: pass.0.time, decidedAt: pass.0.boot)
        var transitions: [Transition] = []
        for (kind, crossing) in [(Transition.Kind.entered, pass.0), (.exited, pass.1)]
        where definition.rule.reports(kind) {
            var transition = self.transition(
                kind, fence: fence, visit: visit, crossing: crossing, sink: sink)
            transition.isInferred = true
            transitions.append(transition)
        }
        if pass.0.time != nil, transitions.last?.kind == .exited {
            let stay = pass.1.time.flatMap { end in pass.0.time.map { end.seconds(since: $0) } }
            transitions[transitions.count - 1].stay_s = stay
        }
        if !transitions.isEmpty {
            transitions[0].suppressedToggles = state.suppressedToggles
            state.suppressedToggles = 0
        }
        sink.outbox.put(pass: transitions, instant: pass.0.boot.nanoseconds, monitor: index)
    }

    /// An event with everything that does not depend on how it came about.
    func transition(
        _ kind: Transition.Kind, fence: FenceLabel, visit: Visit, crossing: Crossing, sink: Sink
    ) -> Transition {
        var transition = Transition(kind, of: fence, by: label, visit: visit.id)
        transition.method = crossing.method
        transition.enteredAt = visit.enteredAt
        transition.crossedAt = crossing.time
        transition.crossedPosition = crossing.position
        transition.crossedAtError_s = crossing.error_s
        transition.bracket = crossing.bracket
        transition.isLate = crossing.isLate
        transition.isJump = crossing.isJump
        transition.gap_s = crossing.gap_s
        transition.cause = crossing.cause
        transition.update = sink.lastFix?.update
        transition.decidedAt = sink.feedTime
        return transition
    }

    /// Begins a visit and its dwell clock.
    private mutating func open(
        _ state: inout FenceState, _ number: FenceNumber, since crossing: Crossing?,
        at now: BootInstant, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let instant = crossing?.boot ?? now
        state.visit = visit(
            catalog.label(number), enteredAt: crossing?.time, decidedAt: instant)
        startDwell(&state, number, since: instant, in: catalog, into: &sink)
    }

    private func visit(
        _ fence: FenceLabel, enteredAt: UTCInstant?, decidedAt: BootInstant
    ) -> Visit {
        Visit(
            monitor: label.value.visitHash, fence: fence, enteredAt: enteredAt,
            decidedAt: decidedAt.nanoseconds)
    }

    private func flapping(
        _ finding: FlappingClock.Finding, _ state: FenceState, _ place: FencePlace,
        in catalog: FenceCatalog
    ) -> Diagnostic {
        let fence = catalog.label(place.number)
        var diagnostic = Diagnostic(
            kind: .flapping,
            message: "\(fence.name) was crossed \(finding.toggles) times within its ignore period "
                + "without a report (monitor \(name)); raise its exit tolerance or confirm_exit")
        diagnostic.monitor = name
        diagnostic.fence = fence.id
        diagnostic.visit = state.visit?.id
        diagnostic.figures = [
            "toggles": Double(finding.toggles), "share_inside": finding.shareInside,
        ]
        return diagnostic
    }
}

extension RuleType {
    /// Whether such an event is told.
    func reports(_ kind: Transition.Kind) -> Bool {
        switch (self, kind) {
        case (.enter, .exited), (.exit, .entered): false
        case (.enter, .entered), (.exit, .exited), (.enterOrExit, _), (_, .dwelled): true
        }
    }
}
