import Chronology
import Geodesy

/// A fix as it is judged, with what every fence needs of it: the same for all monitors but for what
/// each of them reads of it.
///
/// It is large, so it is made in one place and never copied.
struct JudgedFix: ~Copyable {
    /// How it was come to.
    var step: Step
    /// What fences are measured from.
    var point: FixPoint
    /// The straight way from the fix before, whether or not the receiver is taken to have gone it;
    /// nil without a fix before.
    lazy var straightWay = Path(step)
    /// The way from the fix before; nil when nothing may be inferred about it.
    var path: Path? { mutating get { step.isInterpolable ? straightWay : nil } }
    /// What can be told of a crossing on it where nothing may be inferred: the same of all fences.
    var crossingUnseen: Crossing {
        mutating get {
            if let unseen { return unseen }
            let crossing = Crossing(onUnseenWay: step)
            unseen = crossing
            return crossing
        }
    }
    private var unseen: Crossing?

    /// Its accuracy as the monitor reads it, and that of the fix before.
    var accuracy: AccuracyRadius { point.accuracy }
    private(set) var accuracyBefore: AccuracyRadius?
    /// Metres by which the distance to a threshold may have changed since the fix before.
    var movement_m: Double { point.movement_m }
    /// The last fix before an interruption that this one ends.
    private(set) var adrift: Adrift?
    /// Whether that was a pause of the monitor.
    private(set) var endsPause = false
    /// What the fixes before it lacked that fences of the monitor need.
    private(set) var lacks: [HeightNeeds: Lack] = [:]
    /// What other than movement makes the fix be judged again.
    var imposedCause: Transition.Cause?

    /// A fix that no monitor has read yet.
    init(_ step: Step) {
        self.step = step
        point = FixPoint(step.fix.update)
    }

    /// A fix of which nothing is known yet but when it came in.
    init(_ update: LocationUpdate, at boot: BootInstant) {
        self.init(
            Step(fix: AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0))))
    }

    /// A fix as one monitor reads it.
    init(_ step: Step, by reading: AccuracyReading) {
        self.init(step)
        read(by: reading)
    }

    /// Reads it as one monitor does.
    ///
    /// - Parameters:
    ///   - interruption: the last fix before the monitor paused, if this is the next one.
    ///   - lacks: what the fixes before it lacked.
    mutating func read(
        by reading: AccuracyReading, since interruption: Adrift? = nil,
        lacking lacks: [HeightNeeds: Lack] = [:]
    ) {
        // Assigning lets go of the old one, which is as dear for an empty one; mostly both are empty.
        if !lacks.isEmpty || !self.lacks.isEmpty { self.lacks = lacks }
        point.update = step.fix.update
        point.accuracy = AccuracyRadius(of: step.fix.update, by: reading, isPoor: step.isPoor)
        (point.segment_m, point.movement_m) = (step.lengthBound_m, step.lengthBound_m)
        adrift = interruption
        endsPause = interruption != nil
        accuracyBefore = nil
        if let before = step.before {
            let accuracyBefore = AccuracyRadius(of: before.update, by: reading)
            self.accuracyBefore = accuracyBefore
            point.movement_m += abs(accuracy.tested_m - accuracyBefore.tested_m)
        }
        if adrift == nil, step.lostFor_s != nil, let boot = step.bootBefore {
            // Across a time reset only the boot clock goes on.
            adrift = Adrift(time: step.before?.update.time, boot: boot)
        }
        let isWayOfInterest =
            step.isInterpolable || step.lengthBound_m <= FenceEvaluator.unknownWayLimit_m
        point.start = isWayOfInterest ? step.before?.update.position : nil
        point.sweep_m = isWayOfInterest ? point.movement_m : 0
    }
}
