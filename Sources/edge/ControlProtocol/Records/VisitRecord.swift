/// One visit of the receiver to a fence.
public struct VisitRecord: Sendable, Hashable, Codable {
    /// The visit's id, as in the events.
    public var visit: String
    /// The monitor.
    public var monitor: String
    /// The id under which the visits of the monitor are stored; nil where it is the name.
    public var monitor_id: String?
    /// The fence's id.
    public var fence: String
    /// The fence's name.
    public var fence_name: String
    /// The time at which the visit began, RFC 3339; nil when the receiver was already inside. Where
    /// only the times of the fixes before and after are known, it is their midpoint, and the error
    /// is half the time between them.
    public var entered_at: String?
    /// The time of the first fix that is known to be in the visit, RFC 3339, where `entered_at` is
    /// unknown: the visit began then or earlier. Nil where the fixes carry no time.
    public var entered_before: String?
    /// The time at which the daemon stored that the fence was entered, RFC 3339 by the system
    /// clock, where no receiver time is known. It replaces the time of entering.
    public var entered_emitted_at: String?
    /// The half-width of the uncertainty of `entered_at`, seconds.
    public var entered_at_error_s: Double?
    /// The time at which the visit ended, RFC 3339; nil while it is open or when the exit was not
    /// observed. The midpoint as for `entered_at`.
    public var exited_at: String?
    /// The time at which the daemon stored that the fence was exited, RFC 3339 by the system clock,
    /// where no receiver time is known.
    public var exited_emitted_at: String?
    /// The half-width of the uncertainty of `exited_at`, seconds.
    public var exited_at_error_s: Double?
    /// Seconds from `entered_at` to `exited_at`, when both are known; nil when the receiver's time
    /// restarted between them.
    public var duration_s: Double?
    /// Seconds from `entered_before` to the end: the visit lasted at least as long.
    public var duration_min_s: Double?
    /// The half-width of the uncertainty of `duration_s`, seconds: the sum of the known errors.
    public var duration_error_s: Double?
    /// Whether the visit results from a segment between two fixes that are both outside.
    public var inferred: Bool
    /// Whether the dwell time was reached.
    public var dwelled: Bool
    /// The number of changes suppressed during the visit.
    public var suppressed_toggles: Int
    /// How it ended: `exited`, `open`, `unfinished` (evaluation of the fence stopped) or
    /// `unknown-end` (the daemon was down).
    public var end: String

    /// Creates an open visit.
    public init(visit: String, monitor: String, fence: String, fence_name: String) {
        self.visit = visit
        self.monitor = monitor
        self.fence = fence
        self.fence_name = fence_name
        inferred = false
        dwelled = false
        suppressed_toggles = 0
        end = "open"
    }
}
