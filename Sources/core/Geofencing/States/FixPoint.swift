import Fixes
import Geodesy

/// A fix as the point from which one monitor measures fences.
struct FixPoint {
    var update: LocationUpdate
    /// The local frame at the position, computed at the first measurement.
    lazy var localFrame = LocalFrame(update.position)
    /// The accuracy as the monitor reads it.
    var accuracy = AccuracyRadius.none
    /// The start of the segment to the fix; nil without a segment, and where nothing along it is
    /// searched for.
    var start: Coordinate?
    /// An upper bound of the length of the segment in metres.
    var segment_m = 0.0
    /// The metres by which the distance to a threshold may have changed since the previous fix.
    var movement_m = 0.0
    /// The radius in metres around the fix within which the segment may have met a fence; 0 where
    /// nothing along the segment is searched for.
    var segmentReach_m = 0.0
    /// Whether the time since the previous fix counts as dwelled.
    var isUnbroken = true
    /// Whether a measurement is applied even where it only repeats the known state.
    var appliesAll = false

    init(_ update: LocationUpdate) {
        self.update = update
    }
}

/// A measured fence whose evidence does not only repeat the known state.
struct PendingEvaluation {
    /// The index of the fence in the list of nearby fences.
    let place: Int
    /// The index of its settings in the catalog.
    let settings: Int
    let measured: FenceEvaluator.Measurement
}
