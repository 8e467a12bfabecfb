import Chronology
import Geodesy

extension Monitor {
    /// When and where the receiver came to `side`, as well as the step can tell.
    mutating func crossing(
        to side: FenceRecord.Side, from raw: FenceRecord.Side, _ place: FencePlace, adrift: Adrift?,
        cause: Transition.Cause?, fix: inout JudgedFix, in catalog: FenceCatalog
    ) -> Crossing {
        let update = fix.step.fix.update
        var crossing = Crossing(method: .fix, boot: fix.step.fix.boot, isJump: fix.step.isJump)
        if raw == .unknown { return crossing }
        if let cause = fix.imposedCause {
            crossing.cause = cause
            return crossing
        }
        if let adrift { return lateCrossing(adrift, fix) }
        crossing.bracket = fix.step.bracket
        if let cause {
            crossing.time = update.time
            crossing.position = update.position
            crossing.cause = cause
            return crossing
        }
        guard fix.step.before != nil, !fix.step.isJump else {
            crossing.method = .bracket
            return crossing
        }
        guard !fix.step.isBeyondGap else { return middleOfBracket(fix) }
        guard let search = search(place, fix: &fix, in: catalog), let u = search.root(to: side),
            u > 0
        else {
            // Already across at the fix before, which said nothing about it.
            crossing.time = update.time
            crossing.position = update.position
            crossing.error_s = fix.step.interval_s
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
            thresholds: (thresholdsBefore, place.thresholds), fence: place.number,
            endsOutside: place.distance_m > 0, catalog: catalog)
    }

    /// A crossing while feed or daemon were away: only the bracket is known, and no time is given.
    @inline(__always)
    private func lateCrossing(_ adrift: Adrift, _ fix: borrowing JudgedFix) -> Crossing {
        var crossing = Crossing(
            method: .bracket, boot: fix.step.fix.boot, isLate: true, isJump: fix.step.isJump)
        if let start = adrift.time, let end = fix.step.fix.update.time {
            crossing.bracket = Transition.Bracket(before: start, after: end)
            crossing.gap_s = end.seconds(since: start)
        } else {
            crossing.gap_s = fix.step.fix.boot.seconds(since: adrift.boot)
        }
        crossing.error_s = crossing.gap_s.map { $0 / 2 }
        return crossing
    }

    /// A crossing in a gap too long to infer the way: the middle, with half the gap as error.
    @inline(__always)
    private func middleOfBracket(_ fix: borrowing JudgedFix) -> Crossing {
        var crossing = Crossing(
            method: .bracket, bracket: fix.step.bracket, boot: fix.step.fix.boot,
            gap_s: fix.step.interval_s)
        crossing.error_s = fix.step.interval_s / 2
        crossing.time = crossing.bracket.map {
            $0.before.advanced(bySeconds: $0.after.seconds(since: $0.before) / 2)
        }
        if let before = fix.step.before {
            crossing.boot = before.boot.advanced(
                bySeconds: fix.step.fix.boot.seconds(since: before.boot) / 2)
        }
        return crossing
    }
}
