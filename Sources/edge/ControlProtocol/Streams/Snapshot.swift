/// The content of a `snapshot` notification: the state as of one sequence number. Events with
/// greater numbers follow, so that state and events join without a gap.
///
/// Many fences are sent in several notifications, each with its own sequence number: events up to
/// that number are already included for its fences.
public struct Snapshot: Sendable, Hashable, Codable {
    /// The number of the last event included in this state.
    public var seq: Int64
    /// The selected monitors; empty in a continued snapshot.
    public var monitors: [MonitorRecord]
    /// The selected fences that are not outside, in the order of `Fence.list`.
    public var fences: [FenceState]
    /// The position of the last fence, when another snapshot continues after it.
    public var next: FencePlace?

    /// Creates the state as of a number.
    public init(
        seq: Int64, monitors: [MonitorRecord], fences: [FenceState], next: FencePlace? = nil
    ) {
        self.seq = seq
        self.monitors = monitors
        self.fences = fences
        self.next = next
    }
}
