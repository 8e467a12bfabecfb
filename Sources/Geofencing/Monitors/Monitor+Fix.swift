import Chronology
import Geodesy

extension Monitor {
    /// Judges every fence by one accepted fix.
    mutating func judge(_ step: Step, in catalog: FenceCatalog, into sink: inout Sink) {
        guard status == .started else { return }
        var fix = JudgedFix(step, for: definition)
        if let interruption { fix.adrift = interruption }
        interruption = nil
        reviewFix(fix, into: &sink)
        sink.possiblePasses = 0
        for number in candidates(for: fix, in: catalog) {
            judge(number, by: &fix, in: catalog, into: &sink)
        }
        judgeDistantFences(by: fix, in: catalog, into: &sink)
    }

    /// The fences that a fix may say something new about: all those within reach of it or of the
    /// way to it, and all that have a state of their own.
    func candidates(for fix: JudgedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = states.keys.sorted()
        let margin = fix.accuracy.tested_m + (fix.step.before == nil ? 0 : fix.step.lengthBound_m)
        for number in catalog.numbers where states[number] == nil {
            let rules = rules[catalog.settingsIndex(number)]
            guard rules.isJudged else { continue }
            var reach = rules.buffer_m + margin
            if rules.hasTolerance {
                reach += rules.widestTolerance * (catalog.enclosingRadius(number) + rules.buffer_m)
            }
            let distance = catalog.boundingBox(number).distanceLowerBound(from: fix.standpoint)
            if distance <= reach { numbers.append(number) }
        }
        return numbers
    }

    /// Takes note that the fences out of reach are outside, as far as the fix can tell.
    mutating func judgeDistantFences(
        by fix: JudgedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard defaults.contains(where: { !$0.isOutside }) else { return }
        let crossing = Crossing(method: .fix, boot: fix.step.fix.boot)
        for settings in defaults.indices where rules[settings].isJudged {
            let (evidence, _) = rules[settings].evidence(.outside, for: fix.step.fix.update)
            guard evidence == .outside,
                defaults[settings].take(
                    at: fix.step.moment, confirmation: definition.confirmExit, crossing: crossing),
                definition.initial == .both
            else { continue }
            for number in catalog.numbersByID
            where catalog.settingsIndex(number) == settings && states[number] == nil
                && !invalid.contains(number)
            {
                tellInitiallyOutside(number, settings, fix, in: catalog, into: &sink)
            }
        }
        if !defaults.contains(where: { !$0.isOutside }) {
            sink.outbox.save(.judged(name, hash: judgedHash(in: catalog)))
        }
    }

    private mutating func tellInitiallyOutside(
        _ number: FenceNumber, _ settings: Int, _ fix: JudgedFix, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let before = FenceState(.unknown)
        var state = FenceState(.outside)
        let rules = rules[settings]
        state.window.begin(at: sink.now, period_s: rules.ignorePeriod_s)
        let place = FencePlace(
            number: number, distance_m: catalog.signedDistance(number, from: fix.standpoint),
            thresholds: thresholds(
                of: number, rules: rules, accuracy: fix.accuracy, in: catalog))
        let report = FenceState.Report(
            side: .outside, crossing: Crossing(method: .fix, boot: fix.step.fix.boot),
            isInitial: true)
        tell(report, &state, place, in: catalog, into: &sink)
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
    }
}
