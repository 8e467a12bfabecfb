/// What a `gap` notification says: these events were not sent, because they are no longer kept.
public struct Gap: Sendable, Hashable, Codable {
    /// The first number not sent.
    public var from_seq: Int64
    /// The last number not sent.
    public var to_seq: Int64
    /// Why: `expired`, when they were the oldest of the log, or `reset`: a new log was begun, whose
    /// first event comes next; how many of the old one are missing is not known.
    public var reason: String

    /// A gap between two numbers, both included.
    public init(from_seq: Int64, to_seq: Int64, reason: String) {
        self.from_seq = from_seq
        self.to_seq = to_seq
        self.reason = reason
    }
}
