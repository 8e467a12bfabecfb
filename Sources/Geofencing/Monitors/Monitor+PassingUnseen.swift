import Chronology
import Geodesy

extension Monitor {
    /// Reports that a fence that was outside may have been passed where a fix lacks the floor or altitude
    /// that it needs: the way leads out of its outline, whether it began in there or not. Once its state
    /// is unknown for want of them, that says as much.
    mutating func passUnseen(
        _ state: FenceState, _ place: FencePlace, rules: JudgingRules, fix: inout JudgedFix,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard place.distance_m > place.thresholds.exit, fix.adrift == nil,
            isWayOfInterest(to: place, fix, after: sink.possiblePasses),
            let before = fix.step.before,
            let reason = rules.lack(of: fix.step.fix.update) ?? rules.lack(of: before.update),
            !isLackedForLong(by: rules, fix),
            !rules.isElsewhere(fix.step.fix.update), !rules.isElsewhere(before.update),
            liesOnWay(place, rules: rules, fix: fix, in: catalog)
        else { return }
        if let search = search(place, fix: &fix, in: catalog) {
            guard let entry = search.root(to: .inside),
                entry > 0 || rules.lack(of: before.update) != nil
            else { return }
        }
        suspectPass(
            state, place, reason == .floorUnknown ? "a fix has no floor" : "a fix has no altitude",
            fix: &fix, in: catalog, into: &sink)
    }

    /// Whether the fixes up to this one, or to the one before, have lacked what fences of those rules need
    /// for so long that states are unknown.
    private func isLackedForLong(by rules: JudgingRules, _ fix: borrowing JudgedFix) -> Bool {
        guard let lack = lacks[rules.needs] ?? fix.lacks[rules.needs] else { return false }
        return fix.step.fix.boot.seconds(since: lack.since) > definition.floorHold_s
    }
}

extension JudgingRules {
    /// Whether the floor or the altitude of a fix is known not to be that of the fence.
    fileprivate func isElsewhere(_ update: LocationUpdate) -> Bool {
        HeightFinding(fence: floor, fix: update.floor, policy: floorPolicy) == .elsewhere
            || HeightFinding(
                limits: altitude, altitude_m: update.altitude_m, policy: floorPolicy) == .elsewhere
    }
}
