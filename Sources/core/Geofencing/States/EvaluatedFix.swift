import Chronology
import Fixes
import Geodesy

/// A fix under evaluation, with the values that every fence needs. They are the same for all
/// monitors except those that depend on the monitor's settings.
///
/// It is large, so it is created in one place and never copied.
struct EvaluatedFix: ~Copyable {
    /// The step that ends at the fix.
    var step: Step
    /// The point from which fences are measured.
    var point: FixPoint
    /// The straight path from the previous fix, whether or not the receiver is assumed to have
    /// taken it; nil without a previous fix.
    lazy var straightSegment = Path(step)
    /// The path from the previous fix; nil when none may be inferred.
    var path: Path? { mutating get { step.isInterpolable ? straightSegment : nil } }
    /// The crossing where no path may be inferred; the same for all fences.
    var crossingUnseen: Crossing {
        mutating get {
            if let unseen { return unseen }
            let crossing = Crossing(onUnseenSegment: step)
            unseen = crossing
            return crossing
        }
    }
    private var unseen: Crossing?

    /// The accuracy as the monitor reads it, and that of the previous fix.
    var accuracy: AccuracyRadius { point.accuracy }
    private(set) var accuracyBefore: AccuracyRadius?
    /// The metres by which the distance to a threshold may have changed since the previous fix.
    var movement_m: Double { point.movement_m }
    /// The last fix before an interruption that this one ends.
    private(set) var unknownSince: UnknownSince?
    /// Whether the interruption was a pause of the monitor.
    private(set) var endsPause = false
    /// The runs of previous fixes without the floor or altitude that fences of the monitor need.
    private(set) var lacks: [HeightNeeds: Lack] = [:]
    /// The cause, other than movement, for evaluating the fix again.
    var imposedCause: Transition.Cause?

    /// Creates a fix that no monitor has read yet.
    init(_ step: Step) {
        self.step = step
        point = FixPoint(step.fix.update)
    }

    /// Creates a fix with only the instant of its arrival, without a previous fix.
    init(_ update: LocationUpdate, at boot: BootInstant) {
        self.init(
            Step(fix: AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0))))
    }

    /// Creates a fix as one monitor reads it.
    init(_ step: Step, by reading: AccuracyReading) {
        self.init(step)
        read(by: reading)
    }

    /// Reads the fix with the settings of one monitor.
    ///
    /// - Parameters:
    ///   - interruption: the last fix before the monitor paused, if this is the first one after it.
    ///   - lacks: the runs of previous fixes that lacked a floor or altitude.
    mutating func read(
        by reading: AccuracyReading, since interruption: UnknownSince? = nil,
        lacking lacks: [HeightNeeds: Lack] = [:]
    ) {
        // Assigning releases the old dictionary, which costs as much for an empty one. Mostly both
        // are empty.
        if !lacks.isEmpty || !self.lacks.isEmpty { self.lacks = lacks }
        point.update = step.fix.update
        point.accuracy = AccuracyRadius(of: step.fix.update, by: reading, isPoor: step.isPoor)
        (point.segment_m, point.movement_m) = (step.lengthBound_m, step.lengthBound_m)
        unknownSince = interruption
        endsPause = interruption != nil
        accuracyBefore = nil
        if let before = step.before {
            let accuracyBefore = AccuracyRadius(of: before.update, by: reading)
            self.accuracyBefore = accuracyBefore
            point.movement_m += abs(accuracy.tested_m - accuracyBefore.tested_m)
        }
        if unknownSince == nil, step.unknownFor_s != nil, let boot = step.bootBefore {
            // Only the boot clock continues across a time reset.
            unknownSince = UnknownSince(time: step.before?.update.time, boot: boot)
        }
        let isSegmentOfInterest =
            step.isInterpolable || step.lengthBound_m <= Step.unknownSegmentLimit_m
        point.start = isSegmentOfInterest ? step.before?.update.position : nil
        point.segmentReach_m = isSegmentOfInterest ? point.movement_m : 0
    }
}
