import Chronology
import Fixes
import Geodesy

extension FenceEvaluator {
    /// Marks distant fences as unknown since an interruption, where the fix that ends it is no
    /// evidence for them by its floor or altitude.
    ///
    /// Runs before any fence is evaluated, so that the fences within reach are treated like them.
    mutating func loseDistantFences(by fix: borrowing EvaluatedFix) {
        for settings in states.defaults.indices where rules[settings].isEvaluated {
            guard let reason = rules[settings].indeterminacy(of: fix.step.fix.update),
                let unknownSince = rules.interruption(before: fix, of: rules[settings])
            else { continue }
            states.defaults[settings].hold(reason, unknownSince: unknownSince)
        }
    }

    /// Records that the distant fences are outside, where the fix is evidence for that.
    ///
    /// - Returns: whether the whole state has to be saved again, because the saved one contains
    ///   the instants since which fences are unknown.
    mutating func evaluateDistantFences(
        by fix: borrowing EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) -> Bool {
        let hasUnknownSince = states.defaults.contains { $0.unknownSince != nil }
        guard !hasEvaluatedAll || fix.unknownSince != nil || hasUnknownSince else { return false }
        var isChange = fix.endsPause || fix.unknownSince != nil && hasUnknownSince
        for settings in states.defaults.indices where rules[settings].isEvaluated {
            if evaluateDistantFences(of: settings, by: fix, in: catalog, into: &sink) {
                isChange = true
            }
        }
        return isChange
    }

    /// Records this for the fences with one of the settings. Returns true when they are known to
    /// be outside from now on.
    private mutating func evaluateDistantFences(
        of settings: Int, by fix: borrowing EvaluatedFix, in catalog: FenceCatalog,
        into sink: inout Sink
    ) -> Bool {
        let before = states.defaults[settings]
        let near: Set<FenceNumber> = definition.initial == .both ? Set(states.fences) : []
        let (evidence, _) = rules[settings].evidence(.outside, for: fix.step.fix.update)
        var isFirstEvaluation = false
        switch evidence {
        case .inside, .outside:
            let crossing = Crossing(boot: fix.step.fix.boot, method: .fix)
            isFirstEvaluation = states.defaults[settings].take(
                at: fix.step.moment, confirmation: rules[settings].confirmExit, crossing: crossing)
        case .hold(let reason): states.defaults[settings].hold(reason)
        }
        guard states.defaults[settings] != before else { return false }
        for (number, state) in states
        where catalog.settingsIndex(number) == settings
            && states.defaults[settings].suffices(for: state)
        {
            states[number] = nil
        }
        let isChange = isFirstEvaluation || before.unknownSince != nil
        guard isFirstEvaluation, definition.initial == .both else { return isChange }
        for number in catalog.numbersByID
        where catalog.settingsIndex(number) == settings && !near.contains(number)
            && !rules.invalid.contains(number)
        {
            reportInitiallyOutside(number, settings, by: fix, in: catalog, into: &sink)
        }
        return true
    }

    /// Reports a distant fence as outside, where the first evaluation reports that.
    mutating func reportInitiallyOutside(
        _ number: FenceNumber, _ settings: Int, by fix: borrowing EvaluatedFix,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let before = FenceState(.unknown)
        var state = FenceState(.outside)
        let rules = rules[settings]
        state.window.begin(at: sink.now, period_ns: rules.ignorePeriod_ns)
        let thresholds = thresholds(
            of: number, settings: settings, accuracy: fix.accuracy, in: catalog)
        let report = FenceState.Report(
            side: .outside, crossing: Crossing(boot: fix.step.fix.boot, method: .fix),
            isInitial: true)
        self.rules.report(report, of: number, &state, thresholds, in: catalog, into: &sink)
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
    }
}
