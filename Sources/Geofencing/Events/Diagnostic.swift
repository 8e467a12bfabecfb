public import Chronology

/// An entry of the log that is not a transition of a fence.
public struct Diagnostic: Sendable, Hashable {
    /// The stable words of the kinds of diagnostic.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No fix was accepted for too long; every state is unknown.
        case feedStale = "feed-stale"
        /// Fixes are accepted again.
        case feedResumed = "feed-resumed"
        /// Receiver time went back for good; a new time base began.
        case timeReset = "time-reset"
        /// Fixes came out of order and were left out.
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
    }

    /// How a stay ends without an exit.
    public enum VisitEnd: String, Sendable, Hashable, CaseIterable {
        /// The receiver left, or the fence came to an end, and the rule tells no exits.
        case left
        /// The fence was not judged any more.
        case unfinished
        /// The daemon was away for too long, or came back to another fence.
        case unknown = "unknown-end"
    }

    /// What is reported.
    public var kind: Kind
    /// The monitor concerned.
    public var monitor: String?
    /// The source concerned.
    public var source: String?
    /// The fence concerned.
    public var fence: String?
    /// The stay concerned.
    public var visit: VisitName?
    /// How a stay ended that was closed without an exit.
    public var visitEnd: VisitEnd?
    /// Whether the receiver was inside the fence when it changed.
    public var wasInside: Bool?
    /// The fences that were inside when a monitor stopped, in order of id.
    public var inside: [String]?
    /// When it was decided, on the time scale of the feed.
    public var decidedAt: UTCInstant?
    /// Further figures, by name with unit (`toggles`, `share_inside`, `gap_s`).
    public var figures: [String: Double] = [:]
    /// The sentence for people.
    public var message: String

    /// A diagnostic of that kind with its sentence.
    public init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}
