import Chronology
import Geodesy

extension Monitor {
    /// Takes note of a fix. True when it cannot change any judgement: this one comparison is all
    /// that most fixes cost.
    mutating func skips(_ fix: inout JudgedFix) -> Bool {
        guard status == .started else { return true }
        let strain_m = note(&fix.step)
        return neighbourhood.passes(travelled_m: fix.step.odometer_m, strain_m: strain_m)
    }

    /// Shows its feed what it has to see of it: nothing while it does not judge.
    ///
    /// It changes nothing of itself, but is read in place so: a monitor is large, and a copy of it
    /// dearer than all that is done here.
    mutating func showNeeds(to feeds: inout [SourceState]) {
        switch status {
        case .started:
            feeds[feed].heed(
                SafeDistance.Needs(
                    readsAccuracy: readsAccuracy, limitsAccuracy: limitsAccuracy,
                    readsAltitude: needsAltitude,
                    leastDwellGap_s: leastDwellGap_s, clockEdge: clockEdge))
            showSurroundings(to: &feeds[feed])
        case .paused: feeds[feed].safeDistance.heed(clockEdge)
        case .stopped, .starting, .failedToStart: break
        }
    }

    /// Shows its feed how far it may go on: all that an ordinary fix changes. It changes nothing of
    /// itself either.
    mutating func showSurroundings(to feed: inout SourceState) {
        guard status == .started else { return }
        feed.safeDistance.safeUntil_m = min(feed.safeDistance.safeUntil_m, neighbourhood.dueAt_m)
    }

    /// Whether it reads the accuracy of fixes.
    private var readsAccuracy: Bool {
        definition.accuracyMode == .useGeometryWithAccuracy || definition.maxAccuracy_m != nil
    }

    /// Whether poor fixes tell it less, by what is learned of the source.
    private var limitsAccuracy: Bool {
        definition.accuracyLimit == .auto
    }

    /// Judges by a fix that was noted and not skipped every fence that it may say something new
    /// about.
    mutating func judge(_ fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink) {
        begin(&fix, into: &sink)
        // Where nothing was forgotten, nothing is open: all other fences are known to be outside.
        let isOrdinary = !neighbourhood.isForgotten
        neighbourhood.come(to: fix.step.fix.update.position)
        if neighbourhood.isExhausted(after: fix.movement_m) {
            survey(view(from: &fix), in: catalog)
        }
        if isOrdinary {
            neighbourhood.lookAtEdges(after: fix.movement_m, fix.course, in: catalog) {
                fix.standpoint
            }
        }
        for place in 0..<neighbourhood.count where neighbourhood.isDue(place, in: catalog) {
            let number = neighbourhood.fence(at: place)
            neighbourhood.set(place, judge(number, by: &fix, in: catalog, into: &sink))
            neighbourhood.set(place, isPlain: states.slot(of: number) == nil)
        }
        if isOrdinary { return neighbourhood.settle() }
        judgeDistantFences(by: fix, in: catalog, into: &sink)
        // Fixes that leave anything open are judged one by one.
        if hasJudgedAll, lastClass?.isPoor == false, !defaults.contains(where: { $0.adrift != nil })
        {
            neighbourhood.settle()
        } else {
            neighbourhood.forget()
        }
    }

    /// Takes note of what kind of fix it is; where more than place and accuracy changed, all that
    /// was known of the surroundings is forgotten.
    ///
    /// - Returns: metres by which any threshold may have moved.
    private mutating func note(_ step: inout Step) -> Double {
        let accuracy =
            readsAccuracy || step.isPoor && limitsAccuracy
            ? AccuracyRadius(of: step.fix.update, by: reading, isPoor: step.isPoor) : .none
        let kind = FixClass(step.fix.update, accuracy: accuracy, needsAltitude: needsAltitude)
        // Who is taken for elsewhere at the same instant has come from there by no way that was looked at.
        let isOrdinary =
            kind == lastClass && step.before != nil && step.lostFor_s == nil
            && !step.isJump && !step.isReplacement
            && isUnbroken(step)
        if !isOrdinary { neighbourhood.forget() }
        lastClass = kind
        defer { lastAccuracy = accuracy }
        return abs(accuracy.tested_m - lastAccuracy.tested_m)
            + abs((accuracy.radius_m ?? 0) - (lastAccuracy.radius_m ?? 0))
    }

    /// Evaluates every fence there is; as long as fences out of reach are unknown together, those
    /// within reach.
    mutating func judgeAll(
        _ fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard status == .started else { return }
        begin(&fix, into: &sink)
        let numbers =
            hasJudgedAll ? catalog.numbers.sorted() : candidates(for: &fix, in: catalog)
        for number in numbers {
            judge(number, by: &fix, in: catalog, into: &sink)
        }
        judgeDistantFences(by: fix, in: catalog, into: &sink)
    }

    @inline(__always)
    private mutating func begin(_ fix: inout JudgedFix, into sink: inout Sink) {
        fix.read(by: reading, since: interruption, lacking: lacks)
        interruption = nil
        if fix.adrift != nil { loseDistantFences(by: fix) }
        review(&fix, into: &sink)
        sink.possiblePasses = 0
    }
}
