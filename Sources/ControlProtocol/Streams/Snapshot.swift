/// What a `snapshot` notification says: the state as of one sequence number. Events that follow
/// have greater numbers, so that state and events join without a seam.
public struct Snapshot: Sendable, Hashable, Codable {
    /// The number of the last event that this state contains.
    public var seq: Int64
    /// Every monitor asked for.
    public var monitors: [MonitorRecord]
    /// Every fence asked for that is not plainly outside.
    public var fences: [FenceState]

    /// The state as of a number.
    public init(seq: Int64, monitors: [MonitorRecord], fences: [FenceState]) {
        self.seq = seq
        self.monitors = monitors
        self.fences = fences
    }
}
