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
                isUnbroken: rules.isUnbroken(fix.segment))
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
        let place = measured.place
        let (number, rules) = (place.number, rules[settings])
        let lack = fix.lackBefore(rules)
        var state = before
        var change: FenceChange?
        func apply(_ input: FenceInput) {
            change = state.apply(input, by: rules, of: definition, at: sink.now)
        }
        let interruption = self.rules.interruption(before: fix, of: rules)
        switch measured.evidence {
        case .hold(let reason):
            if let interruption { apply(.interruption(interruption)) }
            apply(
                .indeterminate(
                    reason, after: fix.segment.bootBefore,
                    since: UnknownSince(before: fix.segment)))
        case .inside, .outside:
            let side: FenceRecord.Side = measured.evidence == .inside ? .inside : .outside
            // After a short interval without fixes the segment determines the time of a crossing,
            // as between any two fixes.
            let isBridged = fix.segment.isBridged && !fix.endsPause && lack == nil
            if let interruption, !isBridged { apply(.interruption(interruption)) }
            let cause =
                fix.imposedCause
                ?? floorCause(
                    side, of: state, isOtherFloor: measured.isOtherFloor, place, rules: rules,
                    fix: fix, in: catalog)
            let mayPass =
                side == .outside && state.confirmed == .outside && state.pending == nil
                && fix.segment.opensSegment(under: rules)
            var evidence = FenceEvidence(
                side: side, feed: fix.segment.fix.feed, isSuspect: fix.segment.isSuspect,
                cause: cause, gap: fix.gap(lack: lack, rules))
            if state.needsCrossing(to: side, cause: cause) {
                evidence.crossing = crossing(
                    to: side, of: state, place, cause: cause, fix: &fix, in: catalog)
            }
            apply(.evidence(evidence))
            if let pending = before.pending, pending.beganSuspect, state.pending == nil,
                state.confirmed == before.confirmed
            {
                suspectPass(
                    state, place,
                    "its fix was faster than the reported speed, and no other fix "
                        + "confirmed it", fix: &fix, in: catalog, into: &sink, isCertain: true)
            }
            if let change {
                self.rules.emit(
                    change, of: number, state, place.thresholds, in: catalog, into: &sink)
            }
            if mayPass {
                passThrough(&state, place, rules: rules, fix: &fix, in: catalog, into: &sink)
            }
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
        return state.safe_m(place, isOtherFloor: measured.isOtherFloor)
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
        guard state.confirmed != .unknown, !state.mayHaveChangedUnseen else { return nil }
        if side == .outside {
            return isOtherFloor && place.distance_m <= place.thresholds.enter ? .floor : nil
        }
        guard let fenceFloor = rules.floor, let before = fix.segment.lastEvaluated,
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
        if let deadline = state.dwellDeadline(by: rules[settings]),
            deadline != before.dwellDeadline(by: rules[settings])
        {
            rules.awaitDwell(until: deadline, of: number, into: &sink)
        }
        let isWorthSaving = state.isWorthSaving(over: before)
        if isWorthSaving || state.pending != nil || before.pending != nil {
            states.journal.add(before, of: number, fix: sink.fixNumber)
        }
        states.set(number, state, settings: settings)
        // A fence that is plainly outside has no record. There is none to delete if the fence was
        // unknown together with all others of its class, or became unknown or known together with
        // them.
        if isWorthSaving,
            !state.needsNoRecord(beside: states.defaults[settings].unknownSince)
                || !before.needsNoRecord(beside: states.defaults[settings].unknownSince)
                    && (before.confirmed != .unknown || hasEvaluated(rules[settings].fenceClass))
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
