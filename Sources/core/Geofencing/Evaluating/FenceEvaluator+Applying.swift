import Chronology
import Fixes
import Geodesy

extension FenceEvaluator {
    /// Evaluates one fence with a fix and stores the new state.
    ///
    /// - Returns: the metres that the receiver may move before the state of the fence can change.
    @discardableResult
    mutating func evaluate(
        _ number: FenceNumber, by fix: inout EvaluatedFix, in catalog: FenceCatalog,
        into sink: inout Sink
    ) -> Double {
        let settings = catalog.settingsIndex(number)
        guard rules.evaluates(number, settings: settings) else { return .infinity }
        let measured = measurement(of: number, settings: settings, from: &fix.point, in: catalog)
        let state = states.state(of: number, settings: settings)
        if fix.unknownSince == nil, fix.imposedCause == nil,
            state.isRepeated(
                by: measured.evidence, measured.place, moved_m: fix.point.segmentReach_m,
                isUnbroken: rules.isUnbroken(fix.step))
        {
            return state.safe_m(measured.place, isOtherFloor: measured.isOtherFloor)
        }
        return apply(measured, to: state, settings: settings, by: &fix, in: catalog, into: &sink)
    }

    /// Applies evidence that may change the state of a fence, and stores the new state.
    ///
    /// - Returns: the metres that the receiver may move before the state of the fence can change.
    mutating func apply(
        _ measured: Measurement, to before: FenceState, settings: Int, by fix: inout EvaluatedFix,
        in catalog: FenceCatalog, into sink: inout Sink
    ) -> Double {
        let (place, evidence, isOtherFloor) = (
            measured.place, measured.evidence, measured.isOtherFloor
        )
        let (number, rules) = (place.number, rules[settings])
        var state = before
        if state.raw != .unknown, state.unknownSince == nil {
            state.unknownSince = self.rules.interruption(before: fix, of: rules)
        }
        switch evidence {
        case .hold(let reason):
            state.takeIndeterminate(reason, by: fix.step)
        case .inside, .outside:
            let side: FenceRecord.Side = evidence == .inside ? .inside : .outside
            // After a short interval without fixes the segment determines the time of a crossing,
            // as between any two fixes.
            if fix.step.isBridged, before.unknownSince == nil, !fix.endsPause,
                fix.lackBefore(rules) == nil
            {
                state.unknownSince = nil
            }
            self.rules.resumeDwell(&state, settings: settings, by: fix)
            if state.dwell?.runningSince != before.dwell?.runningSince {
                self.rules.schedule(state.dwell, number, settings: settings, into: &sink)
            }
            let cause =
                fix.imposedCause
                ?? floorCause(
                    side, of: state, isOtherFloor: isOtherFloor, place, rules: rules, fix: fix,
                    in: catalog)
            let (unknownSince, clockBefore) = (state.unknownSince, state.dwell?.runningSince)
            let poorSince = state.poorSince
            let mayPass =
                side == .outside && state.raw == .outside && state.pending == nil
                && fix.step.opensSegment(under: rules)
            let outcome = state.take(
                side, rules: rules, at: fix.step.moment, cause: cause
            ) {
                crossing(
                    to: side, from: before.raw, place, unknownSince: unknownSince,
                    poorSince: poorSince,
                    cause: cause, fix: &fix, in: catalog)
            }
            if let pending = before.pending, pending.beganSuspect, state.pending == nil,
                state.raw == before.raw
            {
                suspectPass(
                    state, place,
                    "its fix was faster than the reported speed, and no other fix "
                        + "confirmed it", fix: &fix, in: catalog, into: &sink, isCertain: true)
            }
            if state.dwell?.runningSince != clockBefore {
                self.rules.beginDwell(
                    &state.dwell, settings: settings, poorSince: poorSince,
                    lack: fix.lackBefore(rules), by: fix)
            }
            self.rules.perform(outcome, on: &state, place, in: catalog, into: &sink)
            if mayPass {
                passThrough(&state, place, rules: rules, fix: &fix, in: catalog, into: &sink)
            }
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
        return state.safe_m(place, isOtherFloor: isOtherFloor)
    }

    /// Returns the thresholds of a fence for a fix of that accuracy.
    mutating func thresholds(
        of number: FenceNumber, settings: Int, accuracy: AccuracyRadius, in catalog: FenceCatalog
    ) -> Thresholds {
        let radius_m =
            rules.list[settings].hasTolerance
            ? enclosingRadius(of: number, in: catalog) + rules.list[settings].buffer_m : 0
        return Thresholds(
            rules: rules.list[settings], accuracy: accuracy.tested_m, enclosingRadius_m: radius_m)
    }

    /// Returns the radius in metres of the smallest circle around a fence as drawn.
    private mutating func enclosingRadius(
        of number: FenceNumber, in catalog: FenceCatalog
    ) -> Double {
        let radius = enclosingRadii[number] ?? catalog.enclosingRadius(number)
        enclosingRadii[number] = radius
        return radius
    }

    /// Returns `floor` if only the floor changed the side since the last evaluated fix.
    ///
    /// After a period without evidence the cause cannot be determined: the change is then late,
    /// like any other, whichever fix confirms it.
    private mutating func floorCause(
        _ side: FenceRecord.Side, of state: FenceState, isOtherFloor: Bool, _ place: FencePlace,
        rules: FenceRules, fix: borrowing EvaluatedFix, in catalog: FenceCatalog
    ) -> Transition.Cause? {
        guard state.raw != .unknown, !state.mayHaveChangedUnseen else { return nil }
        if side == .outside {
            return isOtherFloor && place.distance_m <= place.thresholds.enter ? .floor : nil
        }
        guard let fenceFloor = rules.floor, let before = fix.step.lastEvaluated,
            let floorBefore = before.update.floor, floorBefore != fenceFloor
        else { return nil }
        let distance_m = catalog.signedDistance(
            place.number, from: LocalFrame(before.update.position))
        let thresholds = thresholds(
            of: place.number, settings: catalog.settingsIndex(place.number),
            accuracy: AccuracyRadius(of: before.update, by: reading), in: catalog)
        return distance_m <= thresholds.enter ? .floor : nil
    }

    /// Stores a state if it differs from the shared one, and saves the change.
    mutating func keep(
        _ state: FenceState, before: FenceState, _ number: FenceNumber, settings: Int,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        if state.isSuppressing, !before.isSuppressing || state.window != before.window {
            rules.awaitEnd(of: state.window, of: number, into: &sink)
        }
        let isWorthSaving = state.isWorthSaving(over: before)
        if isWorthSaving || state.pending != nil || before.pending != nil {
            states.journal.note(before, of: number, fix: sink.fixNumber)
        }
        states.set(number, state, settings: settings)
        // A fence that is plainly outside has no record. There is none to delete if the fence was
        // unknown together with all others of its class, or became unknown or known together with
        // them.
        if isWorthSaving,
            !state.needsNoRecord(beside: states.defaults[settings].unknownSince)
                || !before.needsNoRecord(beside: states.defaults[settings].unknownSince)
                    && (before.raw != .unknown || hasEvaluated(rules[settings].fenceClass))
        {
            save(number, state, settings: settings, in: catalog, into: &sink)
        }
    }
}

extension FenceRules {
    /// Returns the combined evidence of geometry, floor and altitude of a fix, and whether the
    /// fix is on another floor.
    @inline(__always)
    func evidence(_ geometry: Evidence, for update: LocationUpdate) -> (Evidence, Bool) {
        switch HeightFinding(fence: floor, fix: update.floor, policy: floorPolicy) {
        case .unknown, .unclear: return (.hold(.floorUnknown), false)
        case .elsewhere: return (.outside, true)
        case .geometryDecides: break
        }
        switch HeightFinding(
            limits: altitude, altitude_m: update.altitude_m, reach_m: update.verticalReach_m,
            policy: floorPolicy)
        {
        case .unknown, .unclear: return (.hold(.altitudeUnknown), false)
        case .elsewhere: return (.outside, false)
        case .geometryDecides: return (geometry, false)
        }
    }
}

extension FenceState {
    /// Records why a fix is indeterminate, and since when.
    fileprivate mutating func takeIndeterminate(_ reason: UnknownReason, by step: Step) {
        hold = reason
        if heldSince == nil { heldSince = step.bootBefore }
        switch reason {
        case .poorAccuracy: poorSince = poorSince ?? UnknownSince(before: step)
        // Between the thresholds, nothing has been crossed yet.
        case .band: poorSince = nil
        case .notEvaluating, .noFix, .stale, .floorUnknown, .altitudeUnknown, .disabled, .invalid,
            .expired, .scheduleClosed:
            break
        }
    }

    /// Whether the change has to be saved for a later run.
    func isWorthSaving(over before: FenceState) -> Bool {
        reported != before.reported || raw != before.raw || window != before.window
            || visit != before.visit || suppressedToggles != before.suppressedToggles
            || (dwell?.sent ?? 0) != (before.dwell?.sent ?? 0)
            || (unknownSince == nil) != (before.unknownSince == nil)
    }
}
