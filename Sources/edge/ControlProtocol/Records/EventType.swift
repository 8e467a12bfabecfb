/// The values of `EventRecord.type` in this version. A later daemon may send others, which clients
/// must pass on.
public enum EventType: String, Sendable, Hashable, CaseIterable {
    /// The receiver entered the fence.
    case entered
    /// The receiver exited the fence.
    case exited
    /// The receiver was inside for the dwell time.
    case dwelled
    /// No fix arrived for too long; all states are unknown.
    case feedStale = "feed-stale"
    /// Fixes are accepted again.
    case feedResumed = "feed-resumed"
    /// The receiver's time went back permanently.
    case timeReset = "time-reset"
    /// Fixes came out of order and were ignored.
    case fixesLate = "fixes-late"
    /// A fence may have been crossed between two fixes.
    case possiblePass = "possible-pass"
    /// A fence keeps toggling within its ignore period.
    case flapping
    /// The state of an earlier run was restored.
    case resumed
    /// A fence was added.
    case fenceAdded = "fence-added"
    /// A fence was edited.
    case fenceChanged = "fence-changed"
    /// A fence was removed.
    case fenceRemoved = "fence-removed"
    /// A fence expired.
    case fenceExpired = "fence-expired"
    /// A fence can no longer be evaluated.
    case fenceInvalid = "fence-invalid"
    /// A fence can be evaluated again.
    case fenceValid = "fence-valid"
    /// A visit ended without an observed exit.
    case visitClosed = "visit-closed"
    /// A monitor started evaluating.
    case monitorStarted = "monitor-started"
    /// A monitor was stopped.
    case monitorStopped = "monitor-stopped"
    /// A monitor could not start.
    case monitorFailed = "monitor-failed"
    /// The daemon started.
    case daemonStarted = "daemon-started"
    /// The daemon shut down cleanly.
    case daemonStopped = "daemon-stopped"
    /// The state of a source changed.
    case sourceChanged = "source-changed"
    /// The event log was damaged and started again, was restored from a copy, or has lost its end.
    case storageReset = "storage-reset"
    /// The event log cannot be written.
    case storageFailed = "storage-failed"
    /// The event log can be written again.
    case storageResumed = "storage-resumed"
    /// Events could not be stored, or saved state could not be read.
    case gap

    /// Whether events of this type are movements of the receiver relative to a fence.
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
