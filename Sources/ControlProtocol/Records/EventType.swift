/// The words of `EventRecord.type` that this version knows. A client meets other words from a
/// later daemon and must carry them through.
public enum EventType: String, Sendable, Hashable, CaseIterable {
    /// The receiver came in.
    case entered
    /// The receiver left.
    case exited
    /// The receiver has stayed.
    case dwelled
    /// No fix for too long; every state is unknown.
    case feedStale = "feed-stale"
    /// Fixes are accepted again.
    case feedResumed = "feed-resumed"
    /// Receiver time went back for good.
    case timeReset = "time-reset"
    /// Fixes came out of order and changed nothing.
    case fixesLate = "fixes-late"
    /// A fence may have been crossed between two fixes.
    case possiblePass = "possible-pass"
    /// A fence toggles within its ignore period for long.
    case flapping
    /// State of an earlier run was taken up.
    case resumed
    /// A fence is new.
    case fenceAdded = "fence-added"
    /// A fence was edited.
    case fenceChanged = "fence-changed"
    /// A fence is gone.
    case fenceRemoved = "fence-removed"
    /// A fence's time ran out.
    case fenceExpired = "fence-expired"
    /// A fence can no longer be judged.
    case fenceInvalid = "fence-invalid"
    /// A fence can be judged again.
    case fenceValid = "fence-valid"
    /// A stay ended without an exit that was seen.
    case visitClosed = "visit-closed"
    /// A monitor judges.
    case monitorStarted = "monitor-started"
    /// A monitor was stopped.
    case monitorStopped = "monitor-stopped"
    /// A monitor could not start.
    case monitorFailed = "monitor-failed"
    /// The daemon runs.
    case daemonStarted = "daemon-started"
    /// The daemon ends in order.
    case daemonStopped = "daemon-stopped"
    /// The state of a source changed.
    case sourceChanged = "source-changed"
    /// The event log was found damaged and began anew, was put back from a copy, or has lost its end.
    case storageReset = "storage-reset"
    /// The event log cannot be written.
    case storageFailed = "storage-failed"
    /// The event log can be written again.
    case storageResumed = "storage-resumed"
    /// Events could not be kept, or saved state not be read.
    case gap

    /// Whether it is something a receiver did with a fence.
    public var isTransition: Bool {
        switch self {
        case .entered, .exited, .dwelled: return true
        case .feedStale, .feedResumed, .timeReset, .fixesLate, .possiblePass, .flapping, .resumed,
            .fenceAdded,
            .fenceChanged, .fenceRemoved, .fenceExpired, .fenceInvalid, .fenceValid, .visitClosed,
            .monitorStarted, .monitorStopped, .monitorFailed, .daemonStarted, .daemonStopped,
            .sourceChanged, .storageReset, .storageFailed, .storageResumed, .gap:
            return false
        }
    }
}
