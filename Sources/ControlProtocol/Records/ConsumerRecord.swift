/// One consumer of events: a client with a durable cursor, or a sink inside the daemon.
public struct ConsumerRecord: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// `connected`, `disconnected`, `paused`, `contested` while two programs use the name and are both
    /// refused, or `internal` for a sink of the daemon itself, such as the journal.
    public var state: String
    /// `epoch:seq` of the last event that it has acknowledged.
    public var cursor: String
    /// How many events of the log come after the cursor; a filter of the consumer is not looked at.
    public var lag: Int64
    /// When the oldest of them was made durable, RFC 3339; nil where there is none or that is not known now.
    public var oldest_at: String?
    /// Seconds since then.
    public var oldest_age_s: Double?
    /// How much of what the log keeps it is behind, 0 to 1: from 1 on it loses the oldest events.
    public var retention_share: Double
    /// When it subscribed for the first time, RFC 3339; nil for a sink of the daemon.
    public var created_at: String?
    /// When it was connected last, RFC 3339; nil for a sink of the daemon.
    public var seen_at: String?
    /// When it last acknowledged an event, RFC 3339; nil before the first one.
    public var acknowledged_at: String?
    /// The last error that it reported.
    public var error: String?
    /// When it reported that, RFC 3339.
    public var error_at: String?
    /// What it waits for with events that it could send, in a sentence; nil where it does not wait.
    public var waiting: String?
    /// How many events it has parked: given up after several tries, so that those behind go on.
    public var parked = 0
    /// The newest of them, at most `Limits.parkedEvents`; only in the answers with one consumer.
    public var parked_events: [ParkedEvent]?
    /// Whether it was not connected for `Limits.absence_days` days: its lag is no problem any more.
    public var absent = false

    /// A consumer at a cursor.
    public init(name: String, state: String, cursor: String, lag: Int64, retention_share: Double) {
        self.name = name
        self.state = state
        self.cursor = cursor
        self.lag = lag
        self.retention_share = retention_share
    }
}

/// An event that a consumer gave up.
public struct ParkedEvent: Sendable, Hashable, Codable {
    /// The event, `epoch:seq`.
    public var event_id: String
    /// Why, in a sentence.
    public var reason: String

    /// An event that was given up.
    public init(event_id: String, reason: String) {
        self.event_id = event_id
        self.reason = reason
    }
}
