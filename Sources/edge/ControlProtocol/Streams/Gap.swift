/// The content of a `gap` notification: events that were not sent because they are not retained.
public struct Gap: Sendable, Hashable, Codable {
    /// The first number not sent.
    public var from_seq: Int64
    /// The last number not sent.
    public var to_seq: Int64
    /// The reason: `expired` when they were deleted, or `reset` when a new log was started, whose
    /// first event follows; the number of missing events of the old log is unknown.
    public var reason: String

    /// Creates a gap between two numbers, both included.
    public init(from_seq: Int64, to_seq: Int64, reason: String) {
        self.from_seq = from_seq
        self.to_seq = to_seq
        self.reason = reason
    }
}
