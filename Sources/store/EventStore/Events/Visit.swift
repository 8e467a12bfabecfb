/// A visit to a fence, assembled from its events.
public struct Visit: Sendable, Hashable {
    /// Its id, the same in all its events.
    public var id: String
    /// The number of its first retained event, which orders the list of visits.
    public var first: Seq
    /// The monitor.
    public var monitor: String?
    /// The fence.
    public var fence: String?
    /// The enter event; nil when retention has deleted it.
    public var entered: StoredEvent?
    /// The exit event; nil while the visit is open, or when it ended without an exit.
    public var exited: StoredEvent?
    /// The diagnostic that ended the visit without an exit.
    public var closed: StoredEvent?
    /// The number of its dwell events.
    public var dwells = 0
}
