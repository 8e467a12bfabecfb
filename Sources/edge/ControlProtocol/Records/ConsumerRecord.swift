/// One consumer of events: a client with a durable cursor, or a sink inside the daemon.
public struct ConsumerRecord: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var name: String
    /// `connected`, `disconnected`, `paused`, `contested` while two programs use the name and are both
    /// refused, or `internal` for a sink of the daemon itself, such as the journal.
    public var state: String
    /// The `epoch:seq` of the last event that the consumer has acknowledged.
    public var cursor: String
    /// The number of events in the log after the cursor, regardless of the consumer's filter.
    public var lag: Int64
    /// The time at which the oldest of these events became durable, RFC 3339; nil for none or when unknown.
    public var oldest_at: String?
    /// The age of that event in seconds.
    public var oldest_age_s: Double?
    /// The lag as a fraction of the retained events, 0 to 1. At 1 the consumer loses the oldest events.
    public var retention_share: Double
    /// The time of the first subscription, RFC 3339; nil for a sink of the daemon.
    public var created_at: String?
    /// The time of the last connection, RFC 3339; nil for a sink of the daemon.
    public var seen_at: String?
    /// The time of the last acknowledgement, RFC 3339; nil before the first one.
    public var acknowledged_at: String?
    /// The last error that the consumer reported.
    public var error: String?
    /// The time of that report, RFC 3339.
    public var error_at: String?
    /// The reason why the consumer waits with events to send, in a sentence; nil where it does not wait.
    public var waiting: String?
    /// The number of parked events: given up after several tries, so that later events are delivered.
    public var parked = 0
    /// The newest parked events, at most `Limits.parkedEvents`; only in responses with one consumer.
    public var parked_events: [ParkedEvent]?
    /// Whether the consumer was not connected for `Limits.absence_days` days: its lag is then no problem.
    public var absent = false

    /// Creates a consumer at a cursor.
    public init(name: String, state: String, cursor: String, lag: Int64, retention_share: Double) {
        self.name = name
        self.state = state
        self.cursor = cursor
        self.lag = lag
        self.retention_share = retention_share
    }
}

/// An event that a consumer has given up.
public struct ParkedEvent: Sendable, Hashable, Codable {
    /// The event, `epoch:seq`.
    public var event_id: String
    /// The reason, in a sentence.
    public var reason: String

    /// Creates an event that was given up.
    public init(event_id: String, reason: String) {
        self.event_id = event_id
        self.reason = reason
    }
}
