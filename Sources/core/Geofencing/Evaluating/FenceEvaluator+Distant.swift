import Chronology
import Fixes
import Geodesy

extension FenceEvaluator {
    /// Marks distant fences as unknown since an interruption, where the fix that ends it is no
    /// evidence for them by its floor or altitude.
    ///
    /// Runs before any fence is evaluated, so that the fences within reach are treated like them.
    mutating func loseDistantFences(by fix: borrowing EvaluatedFix) {
        let now = fix.segment.fix.boot
        for settings in states.defaults.indices where rules[settings].isEvaluated {
            guard let reason = rules[settings].indeterminacy(of: fix.segment.fix.update),
                let unknownSince = rules.interruption(before: fix, of: rules[settings])
            else { continue }
            states.defaults[settings].lose(
                reason, since: unknownSince, by: rules[settings], of: definition, at: now)
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
        let (evidence, _) = rules[settings].evidence(.outside, for: fix.segment.fix.update)
        var isFirstEvaluation = false
        switch evidence {
        case .inside, .outside:
            let evidence = FenceEvidence(
                side: .outside, feed: fix.segment.fix.feed, isSuspect: fix.segment.isSuspect,
                gap: EvidenceGap())
            isFirstEvaluation = states.defaults[settings].apply(
                .evidence(evidence), by: rules[settings], of: definition, at: sink.now)
        case .hold(let reason):
            states.defaults[settings].lose(
                reason, by: rules[settings], of: definition, at: sink.now)
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
        var state = before
        let change = state.apply(.initial, by: rules[settings], of: definition, at: sink.now)
        let thresholds = thresholds(
            of: number, settings: settings, accuracy: fix.accuracy, in: catalog)
        if let change {
            rules.emit(change, of: number, state, thresholds, in: catalog, into: &sink)
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
    }
}
