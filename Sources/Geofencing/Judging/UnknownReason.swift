/// Why a state is unknown, or why a fix says nothing about a fence.
enum UnknownReason: String, Sendable, Hashable {
    /// The monitor does not run.
    case notJudging = "monitor-stopped"
    /// No fix was judged yet.
    case noFix = "no-fix"
    /// The feed is stale.
    case stale
    /// The accuracy is too poor to tell.
    case poorAccuracy = "poor-accuracy"
    /// A level fence needs a floor and the fix has none.
    case floorUnknown = "floor-unknown"
    /// A fence with limits of altitude needs one and the fix has none.
    case altitudeUnknown = "altitude-unknown"
    /// Between the threshold of entering and that of leaving.
    case band
    /// The fence or its kind is switched off.
    case disabled
    /// The fence cannot be judged as it is; a warning of the monitor says why.
    case invalid
    /// The fence has expired.
    case expired
    /// The schedule is closed, or no fix has told the time yet.
    case scheduleClosed = "schedule-closed"
}
