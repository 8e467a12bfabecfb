import Chronology
import Geodesy

extension Monitor {
    /// When and where the receiver came to `side`, as well as the step can tell.
    ///
    /// - Parameter poorSince: the last fix that told of the fence, if those after it were too poor.
    mutating func crossing(
        to side: FenceRecord.Side, from raw: FenceRecord.Side, _ place: FencePlace, adrift: Adrift?,
        poorSince: Adrift?, cause: Transition.Cause?, fix: inout JudgedFix, in catalog: FenceCatalog
    ) -> Crossing {
        let update = fix.step.fix.update
        var crossing = Crossing(boot: fix.step.fix.boot, method: .fix, isJump: fix.step.isJump)
        if raw == .unknown { return crossing }
        if let cause = fix.imposedCause {
            crossing.cause = cause
            return crossing
        }
        if let adrift { return lateCrossing(adrift, fix) }
        crossing.cause = cause
        let lack = fix.lackBefore(rules[catalog.settingsIndex(place.number)])?.before
        crossing.bracket = if let lack { bracket(since: lack, fix) } else { fix.step.bracket }
        if cause != nil, lack == nil {
            crossing.time = update.time
            crossing.position = update.position
            crossing.isDated = true
            return crossing
        }
        guard let before = fix.step.before, !fix.step.isJump else {
            crossing.method = .bracket
            return crossing
        }
        if let lack {
            takeMiddle(of: &crossing, since: lack, fix)
            return crossing
        }
        if fix.step.isBeyondGap {
            takeMiddle(of: &crossing, since: Adrift(since: before), fix)
            crossing.gap_s = fix.step.interval_s
            return crossing
        }
        guard let search = search(place, fix: &fix, in: catalog), let u = search.root(to: side),
            u > 0
        else {
            // Already across at the fix before, which said nothing about it.
            if let poorSince {
                crossing.bracket = bracket(since: poorSince, fix)
                takeMiddle(of: &crossing, since: poorSince, fix)
                return crossing
            }
            crossing.time = update.time
            crossing.position = update.position
            crossing.error_s = fix.step.interval_s
            crossing.isDated = true
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

    /// A crossing while its state was unknown: only the bracket is known, and no time is given.
    @inline(__always)
    private func lateCrossing(_ adrift: Adrift, _ fix: borrowing JudgedFix) -> Crossing {
        var crossing = Crossing(
            bracket: bracket(since: adrift, fix), boot: fix.step.fix.boot,
            gap_s: gap_s(since: adrift, fix), method: .bracket, isLate: true,
            isJump: fix.step.isJump)
        crossing.error_s = gap_s(since: adrift, fix) / 2
        return crossing
    }

    /// A crossing in a time of which the way cannot be inferred, as it is too long, floor or altitude
    /// were missing, or the fixes were too poor: the middle, with half of it as error.
    @inline(__always)
    private func takeMiddle(
        of crossing: inout Crossing, since last: Adrift, _ fix: borrowing JudgedFix
    ) {
        let half_s = gap_s(since: last, fix) / 2
        crossing.method = .bracket
        crossing.error_s = half_s
        crossing.time = crossing.bracket?.before.advanced(bySeconds: half_s)
        crossing.boot = last.boot.advanced(
            bySeconds: fix.step.fix.boot.seconds(since: last.boot) / 2)
        crossing.isDated = true
    }

    /// The times of a fix before and of this one, if both know theirs.
    @inline(__always)
    private func bracket(
        since last: Adrift, _ fix: borrowing JudgedFix
    ) -> Transition.Bracket? {
        guard let start = last.time, let end = fix.step.fix.update.time else { return nil }
        return Transition.Bracket(before: start, after: end)
    }

    /// Seconds between the two, by the boot clock where they know no time.
    @inline(__always)
    private func gap_s(since last: Adrift, _ fix: borrowing JudgedFix) -> Double {
        bracket(since: last, fix).map { $0.after.seconds(since: $0.before) }
            ?? fix.step.fix.boot.seconds(since: last.boot)
    }
}
