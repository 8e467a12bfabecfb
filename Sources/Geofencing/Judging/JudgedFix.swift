import Chronology
import Geodesy

/// A fix as one monitor judges it, with what every fence needs of it. It is large, so it is never
/// copied; what borrows it for every event is inlined, since the compiler passes a copy otherwise.
struct JudgedFix: ~Copyable {
    let step: Step
    let standpoint: Standpoint
    let accuracy: AccuracyRadius
    /// The accuracy of the fix before.
    let accuracyBefore: AccuracyRadius?
    /// Metres by which the distance to a threshold may have changed since the fix before.
    let movement_m: Double
    /// The way from the fix before in degrees of longitude and latitude; zero without one.
    let course: SIMD2<Double>
    /// Metres around the fix within which a fence may have been met on the way to it: none where
    /// nobody asks for the way.
    let sweep_m: Double
    /// The last fix before an interruption that this one ends.
    var adrift: Adrift?
    /// What other than movement makes the fix be judged again.
    var imposedCause: Transition.Cause?
    /// The straight way from the fix before, whether or not the receiver is taken to have gone it;
    /// nil without a fix before.
    lazy var straightWay = Path(step)
    /// The way from the fix before; nil when nothing may be inferred about it.
    var path: Path? { mutating get { step.isInterpolable ? straightWay : nil } }

    init(_ step: Step, by reading: AccuracyReading) {
        self.step = step
        standpoint = Standpoint(step.fix.update.position)
        accuracy = AccuracyRadius(of: step.fix.update, by: reading)
        if step.lostFor_s != nil, let before = step.before {
            adrift = Adrift(time: before.update.time, boot: before.boot)
        }
        let accuracyBefore = step.before.map { AccuracyRadius(of: $0.update, by: reading) }
        self.accuracyBefore = accuracyBefore
        course =
            step.before?.update.position.degrees(to: step.fix.update.position) ?? .zero
        movement_m =
            step.lengthBound_m
            + abs(accuracy.tested_m - (accuracyBefore ?? accuracy).tested_m)
        let isWayOfInterest =
            step.isInterpolable || step.lengthBound_m <= Monitor.unknownWayLimit_m
        sweep_m = isWayOfInterest ? movement_m : 0
    }
}
