import Chronology
import Geodesy

extension Monitor {
    /// Judges a fence by a fix once more, from the state it had then, and tells every finding.
    mutating func explanation(
        of number: FenceNumber, _ step: Step, fixNumber: Int, in catalog: FenceCatalog
    ) -> Explanation {
        let settings = catalog.settingsIndex(number)
        let now = state(of: number, settings: settings)
        let before = journal.state(of: number, beforeFix: fixNumber) ?? now
        let after = journal.state(of: number, beforeFix: fixNumber + 1) ?? now
        var steps = [fixFinding(step)]
        let rules = rules[settings]
        if rules.isJudged && !invalid.contains(number) {
            steps += findings(number, rules, step, before: before, after: after, in: catalog)
        } else {
            steps.append(
                Explanation.Step(
                    subject: "fence", finding: "is switched off, closed, expired or invalid"))
        }
        return Explanation(
            monitor: name, fence: catalog.id(number), time: step.fix.update.time, steps: steps,
            result: result(before, after))
    }

    private func fixFinding(_ step: Step) -> Explanation.Step {
        let update = step.fix.update
        var finding =
            "accepted at \(update.position.latitude), \(update.position.longitude)"
        if let accuracy = update.usableAccuracy_m { finding += " ± \(rounded(accuracy)) m" }
        if step.isSuspect { finding += "; suspect: faster than the receiver says it moves" }
        if step.isJump { finding += "; believed after a jump" }
        if let lost = step.lostFor_s { finding += "; the first after \(rounded(lost)) s without" }
        return Explanation.Step(subject: "fix", finding: finding)
    }

    private mutating func findings(
        _ number: FenceNumber, _ rules: JudgingRules, _ step: Step, before: FenceState,
        after: FenceState, in catalog: FenceCatalog
    ) -> [Explanation.Step] {
        let update = step.fix.update
        let fix = JudgedFix(step, for: definition)
        let distance_m = catalog.signedDistance(number, from: fix.standpoint)
        let thresholds = thresholds(of: number, rules: rules, accuracy: fix.accuracy, in: catalog)
        let geometry = Evidence(
            distance: distance_m, thresholds: thresholds, radius: fix.accuracy.radius_m,
            limit: definition.maxAccuracy_m)
        let (evidence, _) = rules.evidence(geometry, for: update)
        let needed = before.raw == .inside ? definition.confirmExit : definition.confirmEnter
        return [
            Explanation.Step(subject: "floor", finding: floorFinding(rules, update)),
            Explanation.Step(
                subject: "distance",
                finding: "\(rounded(abs(distance_m))) m "
                    + (distance_m <= 0 ? "inside the outline" : "outside the outline")),
            Explanation.Step(
                subject: "accuracy",
                finding: definition.accuracyMode == .useGeometry
                    ? "does not take part" : "\(rounded(fix.accuracy.tested_m)) m take part"),
            Explanation.Step(
                subject: "threshold",
                finding: "enters at \(rounded(thresholds.enter)) m or less, leaves beyond "
                    + "\(rounded(thresholds.exit)) m"),
            Explanation.Step(subject: "evidence", finding: evidence.words),
            Explanation.Step(
                subject: "confirmation",
                finding: after.pending.map {
                    "\($0.fixes) of \(needed.fixes) fixes agree on \($0.side.rawValue)"
                } ?? "nothing is pending"),
            Explanation.Step(subject: "window", finding: windowFinding(before, after, step)),
            Explanation.Step(
                subject: "rule", finding: "reports \(definition.rule.rawValue)"),
        ]
    }

    private func floorFinding(_ rules: JudgingRules, _ update: LocationUpdate) -> String {
        switch FloorFinding(fence: rules.floor, fix: update.floor, policy: rules.floorPolicy) {
        case .geometryDecides: "geometry decides"
        case .otherFloor:
            "the fix is on floor \(update.floor ?? 0), the fence on \(rules.floor ?? 0)"
        case .unknown: "the fence needs a floor and the fix has none"
        }
    }

    private func windowFinding(_ before: FenceState, _ after: FenceState, _ step: Step) -> String {
        switch after.window {
        case .closed: "no ignore window"
        case .overdue: "ended while the feed was lost; the next fix that confirms it reports"
        case .open(let until):
            "open for \(rounded(max(0, until.seconds(since: step.fix.boot)))) s more; "
                + "\(after.suppressedToggles) changes are held back"
        }
    }

    private func result(_ before: FenceState, _ after: FenceState) -> String {
        guard before.reported != after.reported else {
            return after.raw == after.reported ? "none" : "held-back"
        }
        let kind: Transition.Kind = after.reported == .inside ? .entered : .exited
        return definition.rule.reports(kind) ? kind.rawValue : "none"
    }
}

extension Evidence {
    /// The evidence for people.
    var words: String {
        switch self {
        case .inside: "inside"
        case .outside: "outside"
        case .hold(let reason): "says nothing: \(reason.rawValue)"
        }
    }
}
