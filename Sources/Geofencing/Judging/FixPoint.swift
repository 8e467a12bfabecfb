import Geodesy

/// A fix as fences are measured from it by one monitor.
struct FixPoint {
    var update: LocationUpdate
    /// Its place as distances are measured from it: made only when one is.
    lazy var standpoint = Standpoint(update.position)
    /// Its accuracy as the monitor reads it.
    var accuracy = AccuracyRadius.none
    /// Where the segment to it began; nil without one, and where nothing along it is looked for.
    var start: Coordinate?
    /// At least the metres of the segment.
    var segment_m = 0.0
    /// Metres by which the distance to a threshold may have changed since the fix before.
    var movement_m = 0.0
    /// Metres around the fix within which a fence may have been met on the segment: none where nothing
    /// along it is looked for.
    var sweep_m = 0.0
    /// Whether the time since the fix before counts as stayed.
    var isUnbroken = true
    /// Whether what is measured is applied even where it says only what is known.
    var appliesAll = false

    init(_ update: LocationUpdate) {
        self.update = update
    }
}

/// A fence of which a fix says more than what is known.
struct PendingEvaluation {
    /// Where it is in the list of nearby fences.
    let place: Int
    /// Which of the catalog's settings it has.
    let settings: Int
    let measured: FenceEvaluator.Measurement
}
