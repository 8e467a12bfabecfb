/// Where a monitor stands in its life.
public enum MonitorStatus: String, Sendable, Hashable, CaseIterable {
    /// Not judging; it has no state.
    case stopped
    /// Asked to start, not judging yet.
    case starting
    /// Judging every fix of its source.
    case started
    /// Could not start; its warning says why. It needs a new start.
    case failedToStart
    /// Not judging, but its state is kept.
    case paused
}

/// What is wrong with a monitor while it runs or could not start; cleared when it is resolved.
public struct MonitorWarning: Sendable, Hashable {
    /// The stable words for what went wrong.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The monitor's definition cannot run.
        case invalidDefinition = "invalid-definition"
        /// The fence file is missing or unreadable.
        case fencesUnavailable = "fences-unavailable"
        /// The fence set holds no fence that can be judged.
        case noValidFences = "no-valid-fences"
        /// Some fences are invalid; the others go on.
        case invalidFences = "invalid-fences"
        /// A fence lies on a floor, and a floor map cannot be used.
        case floorMapUnavailable = "floor-map-unavailable"
        /// The configuration has another message than the one the monitor was started with.
        case messageKept = "message-kept"
        /// The expression of the message failed at the last event, which has the standard sentence.
        case messageFailed = "message-failed"
        /// The filter of the source failed at the last fix, which was refused.
        case filterFailed = "filter-failed"
        /// The source is not delivering fixes.
        case feedNotRunning = "feed-not-running"
        /// The last accepted fix is too old.
        case feedStale = "feed-stale"
        /// The monitor needs an accuracy and the fix has none.
        case accuracyMissing = "accuracy-missing"
        /// The receiver's date is off by a multiple of 1024 weeks.
        case weekRollover = "week-rollover"
        /// A level fence needs a floor and the fix has none.
        case floorUnknown = "floor-unknown"
        /// A fence with limits of altitude needs one and the fix has none.
        case altitudeUnknown = "altitude-unknown"
    }

    /// Which of the known problems.
    public var code: Code
    /// One sentence: what, where, why, what to do.
    public var message: String

    /// A warning of that code with its sentence.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}
