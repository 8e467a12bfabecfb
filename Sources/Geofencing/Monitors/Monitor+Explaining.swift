import Chronology
import Geodesy

extension Monitor {
    /// Judges a fence by a fix once more, from the state it had then, and tells every finding.
    ///
    /// - Parameter limit_mps: the speed beyond which no pass is inferred.
    mutating func explanation(
        of number: FenceNumber, _ finding: FixRing.Finding, limit_mps: Double,
        in catalog: FenceCatalog
    ) -> Explanation {
        let step = finding.step
        let settings = catalog.settingsIndex(number)
        let now = state(of: number, settings: settings)
        let before = journal.state(of: number, beforeFix: finding.number) ?? now
        let after = journal.state(of: number, beforeFix: finding.number + 1) ?? now
        var explanation = Explanation(
            monitor: name, fence: catalog.id(number), time: step.fix.update.time,
            steps: [step.finding], result: result(before, after))
        if let obstacle = obstacle(to: number, settings: settings) {
            explanation.put("fence", rules[settings].words(obstacle))
            return explanation
        }
        let side = explainPlace(number, step, in: catalog, &explanation)
        explainState(before, after, by: rules[settings], step, &explanation)
        if before.raw == .outside, side == .outside, before.pending == nil,
            step.opensWay(under: rules[settings])
        {
            explainWay(number, from: before, step, limit_mps: limit_mps, in: catalog, &explanation)
        }
        return explanation
    }

    /// Tells of a fix only why no more can be told: it was not judged, or what it met is forgotten.
    func explanation(
        of number: FenceNumber, _ finding: FixRing.Finding, onlyBy step: Explanation.Step,
        result: String, in catalog: FenceCatalog
    ) -> Explanation {
        Explanation(
            monitor: name, fence: catalog.id(number), time: finding.step.fix.update.time,
            steps: [finding.step.finding, step], result: result)
    }

    /// Tells why a fix was not judged, and what the fence was then: unknown if by then the feed was
    /// stale or had given no fix.
    func explanation(
        of number: FenceNumber, _ refusal: RefusalRing.Entry, after finding: FixRing.Finding?,
        in catalog: FenceCatalog
    ) -> Explanation {
        let now = state(of: number, settings: catalog.settingsIndex(number))
        let state = finding.flatMap { journal.state(of: number, beforeFix: $0.number + 1) } ?? now
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

    /// Floor, altitude, distance and thresholds; gives the evidence.
    private mutating func explainPlace(
        _ number: FenceNumber, _ step: Step, in catalog: FenceCatalog,
        _ explanation: inout Explanation
    ) -> Evidence {
        let settings = catalog.settingsIndex(number)
        let rules = rules[settings]
        let update = step.fix.update
        var fix = JudgedFix(step, by: reading)
        let distance_m = catalog.signedDistance(number, from: fix.point.standpoint)
        let thresholds = thresholds(
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

    /// Confirmation, ignore window and rule.
    private func explainState(
        _ before: FenceState, _ after: FenceState, by rules: JudgingRules, _ step: Step,
        _ explanation: inout Explanation
    ) {
        if after.adrift != nil {
            explanation.put(
                "state",
                "was \(after.reported.rawValue) when fixes last told; unknown until one tells")
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
        _ state: FenceState, by rules: JudgingRules, _ step: Step
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

    /// The event that a change of the reported state was; nil when it was none.
    private func event(_ before: FenceState, _ after: FenceState) -> Transition.Kind? {
        guard before.reported != after.reported, after.reported != .unknown,
            before.reported != .unknown || definition.initial.reports(after.reported)
        else { return nil }
        let kind: Transition.Kind = after.reported == .inside ? .entered : .exited
        return definition.rule.reports(kind) ? kind : nil
    }
}

extension Monitor {
    /// The way from the fix before, where both fixes are outside.
    private mutating func explainWay(
        _ number: FenceNumber, from before: FenceState, _ step: Step, limit_mps: Double,
        in catalog: FenceCatalog, _ explanation: inout Explanation
    ) {
        guard step.before != nil else { return }
        var sink = Sink(now: step.fix.boot)
        sink.lastFix = step.fix
        sink.maxSpeed_mps = limit_mps
        states[number] = before
        var fix = JudgedFix(step, by: reading)
        judge(number, by: &fix, in: catalog, into: &sink)
        sink.outbox.endInstant()
        sink.outbox.forEachEvent { event in
            switch event {
            case .transition(let pass) where pass.isInferred:
                explanation.put("way", "straight from the fix before it has \(pass.kind.rawValue)")
                explanation.result = "passed"
            case .diagnostic(let diagnostic) where diagnostic.kind == .possiblePass:
                explanation.put("way", diagnostic.message)
            case .transition, .diagnostic: break
            }
        }
        guard explanation.steps.last?.subject != "way" else { return }
        let state = state(of: number, settings: catalog.settingsIndex(number))
        let isHeldBack = state.suppressedToggles > before.suppressedToggles
        explanation.put(
            "way",
            isHeldBack
                ? "straight from the fix before crosses the fence, which the window holds back"
                : "straight from the fix before does not lead through the fence")
        if isHeldBack { explanation.result = "held-back" }
    }
}
