import Chronology
import Fixes
import Geodesy

extension FenceEvaluator {
    /// Prepares the evaluation of an accepted fix.
    ///
    /// - Returns: whether the fix can change a state, so that fences have to be evaluated with it.
    mutating func begin(_ fix: inout EvaluatedFix, into sink: inout Sink) -> Bool {
        let drift_m = noteClass(of: &fix.step)
        if nearby.canSkip(travelled_m: fix.step.odometer_m, accuracyDrift_m: drift_m),
            sink.isSkipping
        {
            return false
        }
        fix.read(by: reading, since: interruption, lacking: lacks)
        interruption = nil
        if fix.unknownSince != nil { loseDistantFences(by: fix) }
        sink.possiblePasses = 0
        return true
    }

    /// Evaluates every fence whose state an accepted fix can change.
    ///
    /// - Returns: whether the whole state has to be saved again.
    mutating func evaluate(
        _ fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) -> Bool {
        guard sink.isSkipping else { return evaluateAll(&fix, in: catalog, into: &sink) }
        // While the list of nearby fences is valid, all other fences are known to be outside.
        let isOthersKnown = !nearby.isUnknown
        evaluateNearby(&fix, in: catalog, into: &sink)
        if isOthersKnown {
            nearby.settle()
            return false
        }
        let isChange = evaluateDistantFences(by: fix, in: catalog, into: &sink)
        // After a fix that leaves a state undetermined, the next fix must not be skipped.
        if hasEvaluatedAll, lastClass?.isPoor == false,
            !states.defaults.contains(where: { $0.unknownSince != nil })
        {
            nearby.settle()
        } else {
            nearby.invalidate()
        }
        return isChange
    }

    /// Evaluates every fence. While fences out of reach are unknown together, evaluates only those
    /// within reach.
    private mutating func evaluateAll(
        _ fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) -> Bool {
        let numbers =
            hasEvaluatedAll ? catalog.numbers.sorted() : candidates(for: &fix, in: catalog)
        for number in numbers { evaluate(number, by: &fix, in: catalog, into: &sink) }
        return evaluateDistantFences(by: fix, in: catalog, into: &sink)
    }

    /// Records the class of a fix. Invalidates the list of nearby fences where more than position
    /// and accuracy changed.
    ///
    /// - Returns: the metres by which any threshold may have moved.
    private mutating func noteClass(of step: inout Step) -> Double {
        let accuracy =
            rules.readsAccuracy || step.isPoor && rules.limitsAccuracy
            ? AccuracyRadius(of: step.fix.update, by: reading, isPoor: step.isPoor) : .none
        let kind = FixClass(step.fix.update, accuracy: accuracy, needsAltitude: rules.needsAltitude)
        // A replacement fix moves the receiver without an evaluated segment.
        let isOrdinary =
            kind == lastClass && step.before != nil && step.unknownFor_s == nil
            && !step.isJump && !step.isReplacement
            && rules.isUnbroken(step)
        if !isOrdinary { nearby.invalidate() }
        lastClass = kind
        defer { lastAccuracy = accuracy }
        return abs(accuracy.tested_m - lastAccuracy.tested_m)
            + abs((accuracy.radius_m ?? 0) - (lastAccuracy.radius_m ?? 0))
    }

    /// Evaluates the fences of some settings with an earlier fix, as at a start.
    ///
    /// - Returns: whether the whole state has to be saved again.
    mutating func evaluate(
        _ settings: Set<Int>, by step: Step, in catalog: FenceCatalog, into sink: inout Sink
    ) -> Bool {
        var fix = EvaluatedFix(step, by: reading)
        for number in candidates(for: &fix, in: catalog)
        where settings.contains(catalog.settingsIndex(number)) {
            evaluate(number, by: &fix, in: catalog, into: &sink)
        }
        return evaluateDistantFences(by: fix, in: catalog, into: &sink)
    }
}
