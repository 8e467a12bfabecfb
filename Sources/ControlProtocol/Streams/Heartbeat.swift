/// What a `heartbeat` notification says: the stream is quiet, not dead.
public struct Heartbeat: Sendable, Hashable, Codable {
    /// The cursor of the newest event, `epoch:seq`.
    public var head: String
    /// The system clock, RFC 3339.
    public var time: String

    /// A sign of life.
    public init(head: String, time: String) {
        self.head = head
        self.time = time
    }
}
