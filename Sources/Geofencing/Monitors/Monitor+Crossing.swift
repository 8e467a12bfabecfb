import Chronology
import Geodesy

extension Monitor {
    /// When and where the receiver came to `side`, as well as the step can tell.
    mutating func crossing(
        to side: FenceRecord.Side, from raw: FenceRecord.Side, _ place: FencePlace, adrift: Adrift?,
        cause: Transition.Cause?, fix: inout JudgedFix, in catalog: FenceCatalog
    ) -> Crossing {
        let step = fix.step
        let update = step.fix.update
        var crossing = Crossing(method: .fix, boot: step.fix.boot, isJump: step.isJump)
        if raw == .unknown { return crossing }
        if let cause = fix.imposedCause {
            crossing.cause = cause
            return crossing
        }
        if let adrift { return lateCrossing(adrift, step) }
        crossing.bracket = step.bracket
        if let cause {
            crossing.time = update.time
            crossing.position = update.position
            crossing.cause = cause
            return crossing
        }
        guard step.before != nil, !step.isJump else {
            crossing.method = .bracket
            return crossing
        }
        guard !step.isBeyondGap else { return middleOfBracket(step) }
        guard let search = search(place, fix: &fix, in: catalog), let u = search.root(to: side),
            u > 0
        else {
            // Already across at the fix before, which said nothing about it.
            crossing.time = update.time
            crossing.position = update.position
            crossing.error_s = step.interval_s
            return crossing
        }
        return search.crossing(at: u)
    }

    /// What looks for crossings of a fence along the step; nil when nothing may be inferred of it.
    mutating func search(
        _ place: FencePlace, fix: inout JudgedFix, in catalog: FenceCatalog
    ) -> CrossingSearch? {
        guard let path = fix.path, let accuracyBefore = fix.accuracyBefore else { return nil }
        let rules = rules[catalog.settingsIndex(place.number)]
        let thresholdsBefore = thresholds(
            of: place.number, rules: rules, accuracy: accuracyBefore, in: catalog)
        return CrossingSearch(
            path: path, radii: (accuracyBefore.radius_m, fix.accuracy.radius_m),
            thresholds: (thresholdsBefore, place.thresholds), fence: place.number, catalog: catalog)
    }

    /// A crossing while feed or daemon were away: only the bracket is known, and no time is given.
    private func lateCrossing(_ adrift: Adrift, _ step: Step) -> Crossing {
        var crossing = Crossing(
            method: .bracket, boot: step.fix.boot, isLate: true, isJump: step.isJump)
        if let start = adrift.time, let end = step.fix.update.time {
            crossing.bracket = Transition.Bracket(before: start, after: end)
            crossing.gap_s = end.seconds(since: start)
        } else {
            crossing.gap_s = step.fix.boot.seconds(since: adrift.boot)
        }
        crossing.error_s = crossing.gap_s.map { $0 / 2 }
        return crossing
    }

    /// A crossing in a gap too long to infer the way: the middle, with half the gap as error.
    private func middleOfBracket(_ step: Step) -> Crossing {
        var crossing = Crossing(
            method: .bracket, bracket: step.bracket, boot: step.fix.boot, gap_s: step.interval_s)
        crossing.error_s = step.interval_s / 2
        crossing.time = crossing.bracket.map {
            $0.before.advanced(bySeconds: $0.after.seconds(since: $0.before) / 2)
        }
        if let before = step.before {
            crossing.boot = before.boot.advanced(
                bySeconds: step.fix.boot.seconds(since: before.boot) / 2)
        }
        return crossing
    }
}
