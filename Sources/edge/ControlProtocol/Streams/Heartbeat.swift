/// The content of a `heartbeat` notification: the stream has no events but is alive.
public struct Heartbeat: Sendable, Hashable, Codable {
    /// The cursor of the newest event, `epoch:seq`.
    public var head: String
    /// The system clock, RFC 3339.
    public var time: String

    /// Creates a heartbeat at that time.
    public init(head: String, time: String) {
        self.head = head
        self.time = time
    }
}
