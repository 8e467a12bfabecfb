import Chronology
import Fixes

extension Monitor {
    /// Emits the complete list of warnings.
    func putWarnings(into sink: inout Sink) {
        sink.outbox.put(.warnings(warnings.warnings, monitor: name))
    }

    /// Determines the invalid fences, and raises or clears the warnings about them.
    mutating func reviewFences(in catalog: FenceCatalog) {
        evaluator.rules.invalid.removeAll()
        var problems = catalog.problems
        var doubtful = catalog.bufferless
        let isFaulty = evaluator.rules.map { $0.problem != nil }
        if isFaulty.contains(true) {
            doubtful += catalog.numbersByID.filter { isFaulty[catalog.settingsIndex($0)] }
        }
        for number in doubtful {
            guard let problem = evaluator.rules.problem(of: number, in: catalog),
                evaluator.rules.invalid.insert(number).inserted
            else { continue }
            problems.append(problem)
        }
        _ = warnings.set(
            .noValidFences,
            catalog.count == evaluator.rules.invalid.count
                && !(catalog.name == .runTime && catalog.isEmpty)
                ? "fences '\(catalog.name.text)' hold no fence that can be evaluated" : nil)
        _ = warnings.set(.invalidFences, problems.isEmpty ? nil : Self.summary(problems))
    }

    /// The number of problems that a warning lists. The others are counted, to keep the text
    /// short.
    private static let listedProblems = 10

    private static func summary(_ problems: [String]) -> String {
        let rest = problems.count - listedProblems
        return problems.prefix(listedProblems).joined(separator: "; ")
            + (rest > 0 ? "; and \(rest) more" : "")
    }

    /// Raises or clears the warning about unusable floor maps. It is raised only if there are
    /// fences on floors.
    mutating func reviewFloorMaps() {
        let heedsFloors = evaluator.rules.contains { $0.isEnabled && $0.floor != nil }
        _ = warnings.set(
            .floorMapUnavailable,
            heedsFloors && !unusableFloorMaps.isEmpty
                ? Self.summary(unusableFloorMaps)
                    + "; altitude gives no floor there; repair it and reload" : nil)
    }

    mutating func warnFeedNotRunning() {
        evaluator.nearby.invalidate()
        _ = warnings.set(
            .feedNotRunning,
            "source '\(definition.source)' delivers no fixes; no fence is evaluated until it does")
    }

    /// Raises and clears the warnings that depend on a fix.
    mutating func review(_ fix: borrowing EvaluatedFix, into sink: inout Sink) {
        let (update, source) = (fix.step.fix.update, definition.source)
        evaluator.noteLacks(by: fix)
        let before = warnings
        _ = warnings.set(.feedNotRunning, nil)
        _ = warnings.set(.feedStale, nil)
        _ = warnings.set(
            .accuracyMissing, if: fix.accuracy.isMissing,
            "the fixes of '\(source)' carry no accuracy; they are evaluated as points; set "
                + "assumed_accuracy_m")
        _ = warnings.set(
            .weekRollover, if: update.hasWeekRollover,
            "the receiver of '\(source)' gives dates that are 1024 weeks off; its "
                + "times are not used; set fix_rollover or update the receiver")
        _ = warnings.set(
            .floorUnknown, if: isLacking(.floorUnknown, update),
            "the fixes of '\(source)' carry no floor; level fences are not evaluated; supply a "
                + "floor or set floor_policy to lenient")
        _ = warnings.set(
            .altitudeUnknown, if: isLacking(.altitudeUnknown, update),
            "the fixes of '\(source)' carry no usable altitude; fences with limits of altitude "
                + "are not evaluated; supply one or set floor_policy to lenient")
        if warnings != before { putWarnings(into: &sink) }
    }

    /// Whether a fix lacks data that some fence needs. The rules are searched only if the
    /// evaluator has recorded such fixes.
    private func isLacking(_ reason: UnknownReason, _ update: LocationUpdate) -> Bool {
        !evaluator.lacks.isEmpty
            && evaluator.rules.contains { $0.isEnabled && $0.lack(of: update) == reason }
    }
}
