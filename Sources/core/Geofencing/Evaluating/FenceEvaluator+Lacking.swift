import Chronology
import Fixes

extension FenceEvaluator {
    /// Marks fences as unknown when the monitor pauses after a fix that lacks the floor or altitude
    /// that they need: they are unknown since the last fix that had it.
    mutating func loseLackingFences(by update: LocationUpdate, in catalog: FenceCatalog) {
        guard !lacks.isEmpty else { return }
        for settings in states.defaults.indices where rules[settings].isEvaluated {
            guard let reason = rules[settings].lack(of: update),
                let before = lacks[rules[settings].needs]?.before
            else { continue }
            states.defaults[settings].hold(reason, unknownSince: before)
        }
        for number in states.numbers {
            let settings = catalog.settingsIndex(number)
            guard let state = states[number], state.raw != .unknown, state.unknownSince == nil,
                rules[settings].lack(of: update) != nil
            else { continue }
            states[number]?.unknownSince = lacks[rules[settings].needs]?.before
        }
    }

    /// Returns the reason for an unknown state when the floor or altitude that fences need has been
    /// missing for longer than `floorHold_s` and the last fix lacks it too; else nil.
    func lack(
        _ settings: Int, by update: LocationUpdate, at now: BootInstant
    ) -> UnknownReason? {
        guard !lacks.isEmpty, let reason = rules[settings].lack(of: update),
            let lack = lacks[rules[settings].needs],
            now.seconds(since: lack.since) > definition.floorHold_s
        else { return nil }
        return reason
    }

    /// Records which floor or altitude a fix lacks that fences need. Most fixes lack nothing; then
    /// no rules are checked.
    mutating func noteLacks(by fix: borrowing EvaluatedFix) {
        let update = fix.step.fix.update
        guard update.floor == nil || rules.needsAltitude && update.altitude_m == nil else {
            if !lacks.isEmpty { lacks.removeAll() }
            return
        }
        for settings in rules.indices where rules[settings].isEnabled && rules[settings].mayLack {
            let needs = rules[settings].needs
            if rules[settings].lack(of: update) == nil {
                if !lacks.isEmpty { lacks[needs] = nil }
            } else if lacks[needs] == nil {
                lacks[needs] = Lack(
                    since: fix.step.fix.boot, before: UnknownSince(before: fix.step))
            }
        }
    }
}

extension EvaluatedFix {
    /// Returns the run of fixes up to the previous one that lacked data that such fences need; nil
    /// where the previous fix lacked none. Evaluates `rules` only if any fix lacked data.
    func lackBefore(_ rules: @autoclosure () -> FenceRules) -> Lack? {
        guard !lacks.isEmpty, let before = step.before else { return nil }
        let rules = rules()
        return rules.lack(of: before.update) == nil ? nil : lacks[rules.needs]
    }
}

extension Step {
    /// Whether the segment to the fix has yet to be searched for crossings of such a fence. It was
    /// searched with the fix of the same instant that this one replaces, unless that was no
    /// evidence by its floor or altitude.
    func opensSegment(under rules: FenceRules) -> Bool {
        guard let replaced else { return true }
        return rules.indeterminacy(of: replaced.update) != nil
    }
}

extension FenceRules {
    /// Returns why the floor or the altitude of a fix is no evidence for such a fence, whatever the
    /// position: missing, or too inaccurate for a limit. Nil where the position decides.
    func indeterminacy(of update: LocationUpdate) -> UnknownReason? {
        guard case .hold(let reason) = evidence(.outside, for: update).0 else { return nil }
        return reason
    }

    /// Returns that reason where the floor or altitude is missing. Nil for an altitude that is only
    /// too inaccurate: the next fix may be evidence again, as after a fix between the thresholds.
    func lack(of update: LocationUpdate) -> UnknownReason? {
        let reason = indeterminacy(of: update)
        return reason == .altitudeUnknown && update.altitude_m != nil ? nil : reason
    }
}
