import Chronology
import Fixes

/// Everything that can happen to the state of a fence. `FenceState.apply` says what each does.
enum FenceInput {
    /// A fix is evidence for a side.
    case evidence(FenceEvidence)
    /// A fix is no evidence, for that reason; then the fix before it, on the boot clock and as the
    /// begin of a bracket.
    case indeterminate(UnknownReason, after: BootInstant?, since: UnknownSince?)
    /// The segment between two fixes outside crosses the fence.
    case pass(entry: Crossing, exit: Crossing)
    /// The ignore period is over. If the source is stale by then, the confirmed state is not
    /// trusted.
    case windowEnd(isStale: Bool)
    /// The timer of a dwell has fired, whose deadline was that instant; then the last fix, and the
    /// seconds without evidence that still count as dwelling.
    case dwellDue(BootInstant, lastFix: BootInstant?, gap_s: Double)
    /// The first evaluation finds the receiver so far away that the fence is outside.
    case initial
    /// Since that fix it is unknown whether the state still holds.
    case interruption(UnknownSince)
    /// The monitor pauses after that fix.
    case pause(after: BootInstant?)
    /// The fence is no longer evaluated where it was, whatever the position of the receiver.
    case removal(Transition.Cause)
    /// Receiver time begins again: times on the old and the new scale are not comparable.
    case timeReset
}

/// A fix that is evidence for a side of a fence.
struct FenceEvidence {
    var side: FenceRecord.Side
    /// The instant of the fix on the clock of the source, for confirmation.
    var feed: FeedInstant
    /// Whether the fix is suspect, so that a second one has to agree.
    var isSuspect = false
    /// The cause of a change, other than movement.
    var cause: Transition.Cause?
    /// When and where the receiver came to that side, where `FenceState.needsCrossing` asks for it.
    var crossing: Crossing?
    /// The time without evidence before the fix.
    var gap: EvidenceGap
}

/// The time without evidence before a fix, as far as dwell clocks depend on it.
struct EvidenceGap {
    /// The fix before; nil for the first one.
    var start: BootInstant?
    /// The last fix that had the floor and altitude that the fence needs; nil where it is unknown.
    var crossedAfter: BootInstant?
    /// The seconds without evidence that still count as dwelling.
    var longest_s = 0.0
    /// Whether both fixes are at rest at one place.
    var isAtRest = false
}

/// What an input changes, beside the state itself.
enum FenceChange {
    /// The fence is entered or left.
    case reported(Report)
    /// The fence was entered and left between two fixes; then the number of changes suppressed
    /// before.
    case passed(Visit, entry: Crossing, exit: Crossing, suppressedToggles: Int)
    /// The receiver has dwelled in the fence.
    case dwelled(Dwell)
    /// Changes have been suppressed for long.
    case flapping(FlappingClock.Finding)

    /// An enter or an exit.
    struct Report {
        var side: FenceRecord.Side
        var crossing: Crossing
        var visit: Visit
        var isInitial = false
        var isDeferred = false
        var suppressedToggles = 0
    }

    /// A dwell of a visit.
    struct Dwell {
        var visit: Visit
        var deadline: BootInstant
        var duration_s: Double
        var suppressedToggles: Int
    }
}
