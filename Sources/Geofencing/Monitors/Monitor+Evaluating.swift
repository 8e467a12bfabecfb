import Chronology
import Geodesy

extension Monitor {
    /// Evaluates every fence whose state an accepted fix can change.
    mutating func evaluate(_ fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink)
    {
        guard status == .started else { return }
        let drift_m = noteClass(of: &fix.step)
        if nearby.canSkip(travelled_m: fix.step.odometer_m, accuracyDrift_m: drift_m),
            sink.isSkipping
        {
            return
        }
        begin(&fix, into: &sink)
        guard sink.isSkipping else { return evaluateAll(&fix, in: catalog, into: &sink) }
        // Where the list is known, nothing is open: all other fences are known to be outside.
        let isOthersKnown = !nearby.isUnknown
        evaluateNearby(&fix, in: catalog, into: &sink)
        if isOthersKnown { return nearby.settle() }
        judgeDistantFences(by: fix, in: catalog, into: &sink)
        // Fixes that leave anything open are evaluated one by one.
        if hasJudgedAll, lastClass?.isPoor == false, !defaults.contains(where: { $0.adrift != nil })
        {
            nearby.settle()
        } else {
            nearby.invalidate()
        }
    }

    /// Evaluates every fence there is; as long as fences out of reach are unknown together, those
    /// within reach.
    private mutating func evaluateAll(
        _ fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let numbers =
            hasJudgedAll ? catalog.numbers.sorted() : candidates(for: &fix, in: catalog)
        for number in numbers { judge(number, by: &fix, in: catalog, into: &sink) }
        judgeDistantFences(by: fix, in: catalog, into: &sink)
    }

    /// What it reads of fixes while it runs.
    var needs: SafeDistance.Needs {
        SafeDistance.Needs(
            readsAccuracy: readsAccuracy, limitsAccuracy: limitsAccuracy,
            readsAltitude: needsAltitude, leastDwellGap_s: leastDwellGap_s,
            clockEdge: clockEdge)
    }

    /// Whether it reads the accuracy of fixes.
    private var readsAccuracy: Bool {
        definition.accuracyMode == .useGeometryWithAccuracy || definition.maxAccuracy_m != nil
    }

    /// Whether poor fixes tell it less, by what is learned of the source.
    private var limitsAccuracy: Bool {
        definition.accuracyLimit == .auto
    }

    /// Takes note of the class of a fix; where more than place and accuracy changed, all that was known
    /// of the fences nearby is forgotten.
    ///
    /// - Returns: metres by which any threshold may have moved.
    private mutating func noteClass(of step: inout Step) -> Double {
        let accuracy =
            readsAccuracy || step.isPoor && limitsAccuracy
            ? AccuracyRadius(of: step.fix.update, by: reading, isPoor: step.isPoor) : .none
        let kind = FixClass(step.fix.update, accuracy: accuracy, needsAltitude: needsAltitude)
        // A replacement fix moves the receiver without an evaluated segment.
        let isOrdinary =
            kind == lastClass && step.before != nil && step.lostFor_s == nil
            && !step.isJump && !step.isReplacement
            && isUnbroken(step)
        if !isOrdinary { nearby.invalidate() }
        lastClass = kind
        defer { lastAccuracy = accuracy }
        return abs(accuracy.tested_m - lastAccuracy.tested_m)
            + abs((accuracy.radius_m ?? 0) - (lastAccuracy.radius_m ?? 0))
    }

    private mutating func begin(_ fix: inout JudgedFix, into sink: inout Sink) {
        fix.read(by: reading, since: interruption, lacking: lacks)
        interruption = nil
        if fix.adrift != nil { loseDistantFences(by: fix) }
        review(&fix, into: &sink)
        sink.possiblePasses = 0
    }
}
