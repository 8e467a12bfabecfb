import Chronology
import Fixes
import Geodesy
import Suggestions

/// Explains the effect of a fix on a fence under one monitor: evaluates the fence with the fix
/// again, on a copy of the state.
struct FenceExplainer {
    private let monitor: Monitor
    private let source: SourceState
    private let catalog: FenceCatalog
    private var evaluator: FenceEvaluator

    init(_ monitor: Monitor, of source: SourceState, in catalog: FenceCatalog) {
        (self.monitor, self.source, self.catalog) = (monitor, source, catalog)
        evaluator = monitor.evaluator
    }

    private var definition: MonitorDefinition { evaluator.definition }
    private var name: String { evaluator.rules.name }

    /// Explains the state of a fence by the last fix, or by the last fix at or before `time`; nil
    /// where there is no fix for a `time`.
    mutating func explain(
        _ number: FenceNumber, at time: UTCInstant?, now: BootInstant
    ) -> Explanation? {
        let found = monitor.isEvaluating ? explanation(of: number, at: time) : nil
        guard time == nil else { return found }
        var explanation =
            found
            ?? Explanation(
                monitor: name, fence: catalog.id(number), time: nil, steps: [], result: "none")
        if let silence = silence(until: now) {
            explanation.put(silence.subject, silence.finding)
        }
        return explanation
    }

    private mutating func explanation(
        of number: FenceNumber, at time: UTCInstant?
    ) -> Explanation? {
        var finding = source.ring.finding(at: time, of: source.health.accepted)
        finding?.step.staleLimit_s = source.staleLimit_s
        if let refusal = source.refusal(at: time, unlessEvaluated: finding) {
            return explanation(of: number, refusal, after: finding)
        }
        guard let finding else { return nil }
        if time != nil, !wasEvaluated(finding.step.fix) {
            return explanation(of: number, finding, onlyBy: idleness, result: "none")
        }
        if time != nil, let loss = evaluator.states.journal.loss(ofFix: finding.number) {
            return explanation(of: number, finding, onlyBy: loss.step, result: "forgotten")
        }
        var explanation = explanation(
            of: number, finding, limit_mps: source.settings.maxSpeed_mps ?? .infinity)
        let refused = source.refusals.entries(from: finding.step.fix.boot, before: finding.next)
        if let last = refused.last {
            let fixes = refused.count == 1 ? "1 fix" : "\(refused.count) fixes, the last"
            explanation.put("refused", "since then \(fixes) because \(last.reason.words)")
        }
        return explanation
    }

    /// Returns why the monitor evaluates no fix at present; nil when it does.
    private func silence(until now: BootInstant) -> Explanation.Step? {
        if monitor.status != .started { return idleness }
        guard source.last != nil else {
            return Explanation.Step(
                subject: "source",
                finding: "\(source.name) has given no acceptable fix")
        }
        guard source.isStale else { return nil }
        return Explanation.Step(
            subject: "source", finding: source.words(ofSilence: source.elapsed_s(until: now)))
    }

    /// The step that names the status of a monitor that evaluates nothing.
    private var idleness: Explanation.Step {
        Explanation.Step(
            subject: "monitor",
            finding: "is \(monitor.status.rawValue), so that no fence is evaluated")
    }

    /// Whether the monitor was not yet paused when a fix arrived.
    private func wasEvaluated(_ fix: AcceptedFix) -> Bool {
        monitor.status != .paused || evaluator.interruption.map { fix.boot <= $0.boot } ?? false
    }

    /// Evaluates a fence with a fix again, from the state before the fix, and lists every finding.
    ///
    /// - Parameter limit_mps: the speed above which no pass is inferred.
    private mutating func explanation(
        of number: FenceNumber, _ finding: FixRing.Finding, limit_mps: Double
    ) -> Explanation {
        let step = finding.step
        let settings = catalog.settingsIndex(number)
        let now = evaluator.states.state(of: number, settings: settings)
        let before = evaluator.states.journal.state(of: number, beforeFix: finding.number) ?? now
        let after = evaluator.states.journal.state(of: number, beforeFix: finding.number + 1) ?? now
        var explanation = Explanation(
            monitor: name, fence: catalog.id(number), time: step.fix.update.time,
            steps: [step.finding], result: result(before, after))
        if let obstacle = evaluator.rules.obstacle(to: number, settings: settings) {
            explanation.put("fence", evaluator.rules[settings].words(obstacle))
            return explanation
        }
        let side = explainPlace(number, step, &explanation)
        explainState(before, after, by: evaluator.rules[settings], step, &explanation)
        if before.raw == .outside, side == .outside, before.pending == nil,
            step.opensSegment(under: evaluator.rules[settings])
        {
            explainSegment(number, from: before, step, limit_mps: limit_mps, &explanation)
        }
        return explanation
    }

    /// Explains only why the evaluation of a fix is unknown: it was not evaluated, or the state
    /// before it was discarded.
    private func explanation(
        of number: FenceNumber, _ finding: FixRing.Finding, onlyBy step: Explanation.Step,
        result: String
    ) -> Explanation {
        Explanation(
            monitor: name, fence: catalog.id(number), time: finding.step.fix.update.time,
            steps: [finding.step.finding, step], result: result)
    }

    /// Explains why a fix was refused, and the state of the fence at that time: unknown if the
    /// source was stale or had delivered no fix.
    private func explanation(
        of number: FenceNumber, _ refusal: RefusalRing.Entry, after finding: FixRing.Finding?
    ) -> Explanation {
        let now = evaluator.states.state(of: number, settings: catalog.settingsIndex(number))
        let state =
            finding.flatMap { evaluator.states.journal.state(of: number, beforeFix: $0.number + 1) }
            ?? now
        var explanation = Explanation(
            monitor: name, fence: catalog.id(number), time: refusal.time, steps: [],
            result: "refused")
        explanation.put(
            "fix", "refused at \(refusal.position.words): \(refusal.reason.words)")
        let silence_s = finding.map { refusal.boot.seconds(since: $0.step.fix.boot) } ?? .infinity
        let isStale = silence_s > finding?.step.staleLimit_s ?? 0
        let side: FenceRecord.Side = isStale ? .unknown : state.known
        explanation.put("state", "stays \(side.rawValue)")
        return explanation
    }

    /// Explains floor, altitude, distance and thresholds; returns the evidence.
    private mutating func explainPlace(
        _ number: FenceNumber, _ step: Step, _ explanation: inout Explanation
    ) -> Evidence {
        let settings = catalog.settingsIndex(number)
        let rules = evaluator.rules[settings]
        let update = step.fix.update
        var fix = EvaluatedFix(step, by: evaluator.reading)
        let distance_m = catalog.signedDistance(number, from: fix.point.localFrame)
        let thresholds = evaluator.thresholds(
            of: number, settings: settings, accuracy: fix.accuracy, in: catalog)
        let geometry = Evidence(
            distance: distance_m, thresholds: thresholds, accuracy: fix.accuracy)
        let (evidence, _) = rules.evidence(geometry, for: update)
        let floor = HeightFinding(
            fence: rules.floor, fix: update.floor, policy: rules.floorPolicy)
        explanation.put("floor", floor.words(fence: rules.floor, fix: update.floor))
        let altitude = HeightFinding(
            limits: rules.altitude, altitude_m: update.altitude_m, reach_m: update.verticalReach_m,
            policy: rules.floorPolicy)
        explanation.put(
            "altitude", altitude.words(limits: rules.altitude, altitude_m: update.altitude_m))
        explanation.put(
            "distance",
            "\(rounded(abs(distance_m))) m "
                + (distance_m <= 0 ? "inside the outline" : "outside the outline"))
        explanation.put(
            "accuracy",
            definition.accuracyMode == .useGeometry
                ? "does not take part" : "\(rounded(fix.accuracy.tested_m)) m take part")
        explanation.put(
            "threshold",
            "enters at \(rounded(thresholds.enter)) m or less, leaves beyond "
                + "\(rounded(thresholds.exit)) m")
        explanation.put("evidence", evidence.words)
        return evidence
    }

    /// Explains confirmation, ignore window and rule.
    private func explainState(
        _ before: FenceState, _ after: FenceState, by rules: FenceRules, _ step: Step,
        _ explanation: inout Explanation
    ) {
        if after.unknownSince != nil {
            explanation.put(
                "state",
                "was \(after.reported.rawValue) at the last evaluation; unknown until the next one")
        }
        explanation.put("confirmation", confirmationWords(after, by: rules, step))
        explanation.put("window", after.windowWords(at: step.fix.boot))
        var words = "reports \(definition.rule.rawValue)"
        if before.reported == .unknown, after.reported != .unknown,
            !definition.initial.reports(after.reported)
        {
            words +=
                "; the first state was \(after.reported.rawValue), which is no event with "
                + "initial \(definition.initial.rawValue)"
        } else if before.reported != after.reported, event(before, after) == nil {
            words += ", so that this change is not an event"
        }
        explanation.put("rule", words)
    }

    private func confirmationWords(
        _ state: FenceState, by rules: FenceRules, _ step: Step
    ) -> String {
        guard let pending = state.pending else { return "nothing is pending" }
        let rule = pending.side == .inside ? rules.confirmEnter : rules.confirmExit
        let fixes = rule.fixesNeeded(afterSuspect: pending.beganSuspect)
        var words = "\(pending.fixes) of \(fixes) fixes agree on \(pending.side.rawValue)"
        if rule.seconds > 0 {
            let seconds = step.fix.feed.seconds(since: pending.since)
            words += " over \(rounded(seconds)) of \(rounded(rule.seconds)) s"
        }
        return words
    }

    private func result(_ before: FenceState, _ after: FenceState) -> String {
        guard before.reported != after.reported else {
            return after.raw == after.reported ? "none" : "held-back"
        }
        return event(before, after)?.rawValue ?? "none"
    }

    /// Returns the event that reports a change of state; nil when none does.
    private func event(_ before: FenceState, _ after: FenceState) -> Transition.Kind? {
        guard before.reported != after.reported, after.reported != .unknown,
            before.reported != .unknown || definition.initial.reports(after.reported)
        else { return nil }
        let kind: Transition.Kind = after.reported == .inside ? .entered : .exited
        return definition.rule.reports(kind) ? kind : nil
    }

    /// Explains the segment from the previous fix, where both fixes are outside.
    private mutating func explainSegment(
        _ number: FenceNumber, from before: FenceState, _ step: Step, limit_mps: Double,
        _ explanation: inout Explanation
    ) {
        guard step.before != nil else { return }
        var sink = Sink(now: step.fix.boot)
        sink.lastFix = step.fix
        sink.maxSpeed_mps = limit_mps
        evaluator.states[number] = before
        var fix = EvaluatedFix(step, by: evaluator.reading)
        evaluator.evaluate(number, by: &fix, in: catalog, into: &sink)
        sink.outbox.endInstant()
        sink.outbox.forEachEvent { event in
            switch event {
            case .transition(let pass) where pass.isInferred:
                explanation.put(
                    "way", "the segment from the fix before it has \(pass.kind.rawValue)")
                explanation.result = "passed"
            case .diagnostic(let diagnostic) where diagnostic.kind == .possiblePass:
                explanation.put("way", diagnostic.message)
            case .transition, .diagnostic: break
            }
        }
        guard explanation.steps.last?.subject != "way" else { return }
        let state = evaluator.states.state(of: number, settings: catalog.settingsIndex(number))
        let isSuppressed = state.suppressedToggles > before.suppressedToggles
        explanation.put(
            "way",
            isSuppressed
                ? "the segment from the fix before crosses the fence, which the ignore period suppresses"
                : "the segment from the fix before does not cross the fence")
        if isSuppressed { explanation.result = "held-back" }
    }
}

extension StateJournal.Loss {
    /// The step that explains why the state before a fix is no longer known.
    fileprivate var step: Explanation.Step {
        Explanation.Step(
            subject: "state",
            finding: "the state before this fix is no longer stored: \(rawValue); the events "
                + "of the fix are in the log")
    }
}

extension SourceState {
    /// Returns the refused fix to explain: the last one at or before `time`, if no later fix can
    /// have been evaluated by then. Without a time, the last one, if no fix was evaluated at all.
    fileprivate func refusal(
        at time: UTCInstant?, unlessEvaluated finding: FixRing.Finding?
    ) -> RefusalRing.Entry? {
        guard let time else { return finding == nil ? refusals.last : nil }
        guard let refusal = refusals.last(at: time), let refused = refusal.time else { return nil }
        let evaluated = finding?.step.fix.update.time ?? ring.newest?.update.time
        return evaluated.map { $0 < refused } ?? true ? refusal : nil
    }
}
