/// Why a state is unknown, or why a fix is indeterminate for a fence.
enum UnknownReason: String, Sendable, Hashable, CaseIterable {
    /// The monitor does not run.
    case notEvaluating = "monitor-stopped"
    /// No fix was evaluated yet.
    case noFix = "no-fix"
    /// The source is stale.
    case stale
    /// The accuracy is too poor.
    case poorAccuracy = "poor-accuracy"
    /// A level fence needs a floor and the fix has none.
    case floorUnknown = "floor-unknown"
    /// A fence with altitude limits needs an altitude and the fix has none.
    case altitudeUnknown = "altitude-unknown"
    /// Between the enter threshold and the exit threshold.
    case band
    /// The fence or its kind is switched off.
    case disabled
    /// The fence cannot be evaluated as it is; a warning of the monitor gives the reason.
    case invalid
    /// The fence has expired.
    case expired
    /// The schedule is closed, or no fix has given the time yet.
    case scheduleClosed = "schedule-closed"
}
