import Chronology
import Fixes
import Geodesy

extension FenceEvaluator {
    /// Returns when and where the receiver came to `side`, as precisely as the step allows.
    ///
    /// - Parameter poorSince: the last fix with evidence for the fence, if the fixes after it were
    ///   too poor.
    mutating func crossing(
        to side: FenceRecord.Side, from raw: FenceRecord.Side, _ place: FencePlace,
        unknownSince: UnknownSince?,
        poorSince: UnknownSince?, cause: Transition.Cause?, fix: inout EvaluatedFix,
        in catalog: FenceCatalog
    ) -> Crossing {
        let update = fix.step.fix.update
        var crossing = Crossing(boot: fix.step.fix.boot, method: .fix, isJump: fix.step.isJump)
        if raw == .unknown { return crossing }
        if let cause = fix.imposedCause {
            crossing.cause = cause
            return crossing
        }
        if let unknownSince { return Crossing(lateSince: unknownSince, in: fix.step) }
        crossing.cause = cause
        if let lack = fix.lackBefore(rules[catalog.settingsIndex(place.number)])?.before {
            crossing.bracket = fix.step.bracket(since: lack)
            crossing.method = .bracket
            if !fix.step.isJump { crossing.takeMiddle(since: lack, of: fix.step) }
            return crossing
        }
        crossing.bracket = fix.step.bracket
        if cause != nil {
            crossing.time = update.time
            crossing.position = update.position
            crossing.isDated = true
            return crossing
        }
        guard fix.step.isInterpolable else { return fix.crossingUnseen }
        guard let search = search(place, fix: &fix, in: catalog),
            let u = search.root(to: side, in: catalog),
            u > 0
        else {
            // The receiver had crossed before the previous fix, which was indeterminate.
            if let poorSince {
                crossing.bracket = fix.step.bracket(since: poorSince)
                crossing.takeMiddle(since: poorSince, of: fix.step)
                return crossing
            }
            crossing.time = update.time
            crossing.position = update.position
            crossing.error_s = fix.step.interval_s
            crossing.isDated = true
            return crossing
        }
        return search.crossing(at: u, in: catalog)
    }

    /// The search for crossings of a fence along the step; nil where no path may be inferred.
    mutating func search(
        _ place: FencePlace, fix: inout EvaluatedFix, in catalog: FenceCatalog
    ) -> CrossingSearch? {
        guard let path = fix.path, let accuracyBefore = fix.accuracyBefore else { return nil }
        let thresholdsBefore = thresholds(
            of: place.number, settings: catalog.settingsIndex(place.number),
            accuracy: accuracyBefore, in: catalog)
        return CrossingSearch(
            path: path, radii: (accuracyBefore.radius_m, fix.accuracy.radius_m),
            thresholds: (thresholdsBefore, place.thresholds), fence: place.number,
            endsOutside: place.distance_m > 0)
    }
}
