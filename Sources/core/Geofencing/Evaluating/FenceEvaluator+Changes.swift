import Fixes

extension FenceEvaluator {
    /// Evaluates the fences of a changed catalog that are new or different.
    mutating func evaluateChanges(
        since before: CatalogBefore, by step: Step, in new: FenceCatalog, into sink: inout Sink
    ) {
        var fix = EvaluatedFix(step, by: reading)
        for number in candidates(for: &fix, in: new) {
            if before.lacks(number, new) {
                fix.imposedCause = nil
                if states[number] == nil { states[number] = FenceState(.unknown) }
            } else if before.changed(number, new) {
                fix.imposedCause = .fenceChanged
            } else {
                continue
            }
            evaluate(number, by: &fix, in: new, into: &sink)
        }
        evaluateNewDistantFences(since: before, by: fix, in: new, into: &sink)
    }

    /// Evaluates the fences whose rules have changed.
    ///
    /// - Parameters:
    ///   - rulesBefore: the former rules, one element for each of the catalog's settings.
    ///   - invalid: the fences that were invalid under them.
    mutating func evaluateChanges(
        since rulesBefore: [FenceRules], _ readingBefore: AccuracyReading,
        invalid: Set<FenceNumber>, by step: Step, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        var fix = EvaluatedFix(step, by: reading)
        let readsAlike = reading.readsFixes(as: readingBefore)
        for number in candidates(for: &fix, in: catalog) {
            let settings = catalog.settingsIndex(number)
            if readsAlike, rules[settings].placesFence(as: rulesBefore[settings]) { continue }
            fix.imposedCause = invalid.contains(number) ? nil : .fenceChanged
            evaluate(number, by: &fix, in: catalog, into: &sink)
        }
    }

    /// Evaluates new fences out of reach of the fix for the first time. They need this only where
    /// the fix is no evidence for them, or where the first state outside is reported; otherwise
    /// they share the state of all others, outside.
    private mutating func evaluateNewDistantFences(
        since before: CatalogBefore, by fix: borrowing EvaluatedFix, in new: FenceCatalog,
        into sink: inout Sink
    ) {
        let evidence = rules.map { $0.evidence(.outside, for: fix.step.fix.update).0 }
        guard definition.initial == .both || evidence.contains(where: { $0 != .outside }) else {
            return
        }
        for number in new.numbersByID where states[number] == nil && !rules.invalid.contains(number)
        {
            let settings = new.settingsIndex(number)
            guard rules[settings].isEvaluated, states.defaults[settings].isOutside,
                before.lacks(number, new)
            else { continue }
            if case .hold(let reason) = evidence[settings] {
                var state = FenceState(.unknown)
                state.hold = reason
                states[number] = state
            } else if definition.initial == .both {
                reportInitiallyOutside(number, settings, by: fix, in: new, into: &sink)
            }
        }
    }
}
