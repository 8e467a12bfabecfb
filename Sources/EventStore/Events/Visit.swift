/// A stay at a fence, put together from its events.
public struct Visit: Sendable, Hashable {
    /// Its name, the same in all its events.
    public var id: String
    /// The number of its first event that is kept: its place in the list of stays.
    public var first: Seq
    /// The monitor.
    public var monitor: String?
    /// The fence.
    public var fence: String?
    /// How it began; nil when retention has deleted that event.
    public var entered: StoredEvent?
    /// How it ended; nil while it goes on, or when no exit was seen.
    public var exited: StoredEvent?
    /// The diagnostic that closed it without an exit.
    public var closed: StoredEvent?
    /// How many dwell events it has had.
    public var dwells = 0
}
