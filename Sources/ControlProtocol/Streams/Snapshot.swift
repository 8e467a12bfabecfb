/// What a `snapshot` notification says: the state as of one sequence number. Events with greater
/// numbers follow, so that state and events join without a seam.
///
/// Many fences come in several notifications, each of a state and number of its own: what events up
/// to that number say of its fences is in it already.
public struct Snapshot: Sendable, Hashable, Codable {
    /// The number of the last event that this state contains.
    public var seq: Int64
    /// Every monitor asked for; none where a snapshot goes on.
    public var monitors: [MonitorRecord]
    /// Every fence asked for that is not plainly outside, in the order of `Fence.list`.
    public var fences: [FenceState]
    /// The place of the last of them, when another snapshot goes on behind it.
    public var next: FencePlace?

    /// The state as of a number.
    public init(
        seq: Int64, monitors: [MonitorRecord], fences: [FenceState], next: FencePlace? = nil
    ) {
        self.seq = seq
        self.monitors = monitors
        self.fences = fences
        self.next = next
    }
}
