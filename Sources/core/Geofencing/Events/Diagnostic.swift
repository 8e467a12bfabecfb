public import Chronology

/// An event that is not a transition of a fence.
public struct Diagnostic: Sendable, Hashable {
    /// The stable names of the kinds of diagnostic.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No fix was accepted for too long; every state is unknown.
        case feedStale = "feed-stale"
        /// Fixes are accepted again.
        case feedResumed = "feed-resumed"
        /// The receiver's time went back permanently; a new time base began.
        case timeReset = "time-reset"
        /// Fixes arrived out of order and were not evaluated.
        case fixesLate = "fixes-late"
        /// A fence may have been crossed between two fixes.
        case possiblePass = "possible-pass"
        /// A fence changes repeatedly within its ignore period for a long time.
        case flapping
        /// State of an earlier run was restored.
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
        /// A monitor was started.
        case monitorStarted = "monitor-started"
        /// A monitor was stopped.
        case monitorStopped = "monitor-stopped"
        /// A monitor could not start.
        case monitorFailed = "monitor-failed"
    }

    /// How a visit ends without an exit.
    public enum VisitEnd: String, Sendable, Hashable, CaseIterable {
        /// The receiver left, or the fence ceased to exist, and the rule reports no exits.
        case left
        /// The fence is no longer evaluated.
        case unfinished
        /// The daemon was down for too long, or the fence is another one after the restart.
        case unknown = "unknown-end"
    }

    /// The kind of the diagnostic.
    public var kind: Kind
    /// The monitor concerned.
    public var monitor: String?
    /// The source concerned.
    public var source: String?
    /// The fence concerned.
    public var fence: String?
    /// The visit concerned.
    public var visit: VisitName?
    /// How the visit ended, if it ended without an exit.
    public var visitEnd: VisitEnd?
    /// Whether the receiver was inside the fence before the change.
    public var wasInside: Bool?
    /// The fences that were inside when a monitor stopped, in order of id.
    public var inside: [String]?
    /// When the event was decided, on the time scale of the source.
    public var decidedAt: UTCInstant?
    /// Further figures by name, with the unit in the name (`toggles`, `share_inside`, `gap_s`).
    public var figures: [String: Double] = [:]
    /// The message text.
    public var message: String

    /// Creates a diagnostic of that kind about the given monitor, source and fence.
    ///
    /// - Parameter time: when the event was decided, on the time scale of the source.
    public init(
        kind: Kind, message: String, monitor: String? = nil, source: String? = nil,
        fence: String? = nil, visit: VisitName? = nil, at time: UTCInstant? = nil
    ) {
        (self.kind, self.message, decidedAt) = (kind, message, time)
        (self.monitor, self.source, self.fence, self.visit) = (monitor, source, fence, visit)
    }
}
