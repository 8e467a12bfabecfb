/// The status of a monitor.
public enum MonitorStatus: String, Sendable, Hashable, CaseIterable {
    /// Not evaluating; the monitor has no state.
    case stopped
    /// Asked to start, not evaluating yet.
    case starting
    /// Evaluating every fix of its source.
    case started
    /// Could not start; a warning gives the reason. A command or a reload starts it again.
    case failedToStart
    /// Not evaluating; the monitor keeps its state.
    case paused
}

/// A problem of a monitor that runs or could not start. The warning is cleared when the problem is
/// resolved.
public struct MonitorWarning: Sendable, Hashable {
    /// The stable names of the problems.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The monitor's definition cannot run.
        case invalidDefinition = "invalid-definition"
        /// The fence file is missing or unreadable.
        case fencesUnavailable = "fences-unavailable"
        /// The fence set holds no fence that can be evaluated.
        case noValidFences = "no-valid-fences"
        /// Some fences are invalid; the others are evaluated.
        case invalidFences = "invalid-fences"
        /// A fence lies on a floor, and a floor map cannot be used.
        case floorMapUnavailable = "floor-map-unavailable"
        /// The configured message differs from the message with which the monitor was started.
        case messageKept = "message-kept"
        /// The message expression failed at the last event, which has the standard sentence.
        case messageFailed = "message-failed"
        /// The filter of the source failed at the last fix, which was refused.
        case filterFailed = "filter-failed"
        /// The source delivers no fixes.
        case feedNotRunning = "feed-not-running"
        /// The last accepted fix is too old.
        case feedStale = "feed-stale"
        /// The monitor needs an accuracy and the fix has none.
        case accuracyMissing = "accuracy-missing"
        /// The receiver's date is off by a multiple of 1024 weeks.
        case weekRollover = "week-rollover"
        /// All fences are far from the last fix. The daemon adds it to the status.
        case fencesRemote = "fences-remote"
        /// A level fence needs a floor and the fix has none.
        case floorUnknown = "floor-unknown"
        /// A fence with altitude limits needs an altitude and the fix has none.
        case altitudeUnknown = "altitude-unknown"
    }

    /// The stable name of the problem.
    public var code: Code
    /// One sentence: what, where, why, what to do.
    public var message: String
}
