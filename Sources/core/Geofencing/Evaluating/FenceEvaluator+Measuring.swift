import Fixes
import Geodesy

extension FenceEvaluator {
    /// The measurement of a fence from a fix, independent of the state of the fence.
    struct Measurement {
        var place: FencePlace
        var evidence: Evidence
        var isOtherFloor: Bool
    }

    /// Measures a fence from a fix and derives the evidence from the distance.
    mutating func measurement(
        of number: FenceNumber, settings: Int, from point: inout FixPoint,
        in catalog: FenceCatalog
    ) -> Measurement {
        let accuracy = point.accuracy
        let thresholds = thresholds(
            of: number, settings: settings, accuracy: accuracy, in: catalog)
        let limit_m = thresholds.limit_m(
            segmentReach_m: point.segmentReach_m, radius_m: accuracy.radius_m)
        let place = FencePlace(
            number: number,
            distance_m: limit_m == 0
                ? catalog.leastDistance(number, to: point.update.position)
                : catalog.measure(number, from: point.localFrame, within: limit_m),
            thresholds: thresholds)
        let geometry = Evidence(
            distance: place.distance_m, thresholds: thresholds, accuracy: accuracy)
        let (evidence, isOtherFloor) = rules.list[settings].evidence(geometry, for: point.update)
        return Measurement(place: place, evidence: evidence, isOtherFloor: isOtherFloor)
    }

    /// Measures the nearby fences that a fix may change. Adds those to `pending` whose evidence
    /// does not only repeat the known state.
    private mutating func measureDue(_ point: inout FixPoint, in catalog: FenceCatalog) {
        if nearby.needsRefresh(at: point.update.position, after: point.movement_m) {
            refreshNearby(at: &point, in: catalog)
        }
        for place in 0..<nearby.count where nearby.isDue(place) {
            let number = nearby.fence(at: place)
            let settings = catalog.settingsIndex(number)
            guard rules.evaluates(number, settings: settings) else {
                nearby.set(place, safe_m: .infinity)
                continue
            }
            let measured = measurement(
                of: number, settings: settings, from: &point, in: catalog)
            let state = states.state(of: number, settings: settings)
            if !point.appliesAll,
                state.isRepeated(
                    by: measured.evidence, measured.place, moved_m: point.segmentReach_m,
                    isUnbroken: point.isUnbroken)
            {
                nearby.set(
                    place, safe_m: state.safe_m(measured.place, isOtherFloor: measured.isOtherFloor)
                )
            } else {
                pending.append(
                    PendingEvaluation(place: place, settings: settings, measured: measured))
            }
        }
    }

    /// Measures the fences that an ordinary fix may change and adds them to `pending`. Applies
    /// nothing.
    ///
    /// - Returns: false where the nearby fences are unknown.
    mutating func measure(
        _ point: inout FixPoint, travelled_m: Double, in catalog: FenceCatalog
    ) -> Bool {
        if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
        guard !nearby.isUnknown else { return false }
        guard !nearby.canSkip(travelled_m: travelled_m, accuracyDrift_m: 0) else { return true }
        point.accuracy = lastAccuracy
        measureDue(&point, in: catalog)
        nearby.settle()
        return true
    }

    /// Applies the pending measurements of an ordinary fix.
    mutating func applyMeasured(
        by fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard !pending.isEmpty else { return }
        fix.read(by: reading, lacking: lacks)
        sink.possiblePasses = 0
        applyPending(by: &fix, in: catalog, into: &sink)
        nearby.settle()
    }

    /// Measures the nearby fences that an accepted fix may change, and applies the evidence.
    mutating func evaluateNearby(
        _ fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        pending.removeAll(keepingCapacity: true)
        fix.point.isUnbroken = rules.isUnbroken(fix.step)
        fix.point.appliesAll = fix.unknownSince != nil || fix.imposedCause != nil
        measureDue(&fix.point, in: catalog)
        applyPending(by: &fix, in: catalog, into: &sink)
    }

    private mutating func applyPending(
        by fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        for number in pending.indices {
            let one = pending[number]
            let before = states.state(of: one.measured.place.number, settings: one.settings)
            let safe_m = apply(
                one.measured, to: before, settings: one.settings, by: &fix, in: catalog, into: &sink
            )
            nearby.set(one.place, safe_m: safe_m)
        }
        pending.removeAll(keepingCapacity: true)
    }
}
