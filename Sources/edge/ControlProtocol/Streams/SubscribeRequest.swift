/// The parameters of `Events.subscribe`. A connection has one subscription; a second one is
/// `InvalidState`.
public struct SubscribeRequest: Sendable, Hashable, Codable {
    /// Only events with a greater sequence number; 0 for all retained events.
    public var since_seq: Int64?
    /// Like `since_seq`, but `epoch:seq`, and an error when the log has another epoch.
    public var cursor: String?
    /// Only from the first event that was emitted (`emitted_at`) at this RFC 3339 time or later.
    public var since_time: String?
    /// The most stored events after the start: the newest ones.
    public var last: Int?
    /// Only events of these types, words of `EventType`; nil for all. Any other word is refused.
    public var types: [String]?
    /// Only events of these monitors; nil for all.
    public var monitors: [String]?
    /// Only events of these fences, by id, or by a name that no other fence has; nil for all.
    public var fences: [String]?
    /// Whether the stream continues with new events; the default is yes. Otherwise `end` ends it.
    public var follow: Bool?
    /// Whether the stream starts with a `snapshot`; the default is no.
    public var snapshot: Bool?

    /// The consumer that the client subscribes as; the stream continues after its acknowledged cursor. A new
    /// consumer is created and starts where the other parameters specify. Needs the access `consume`.
    public var consumer: String?
    /// With `consumer`: the most events that are sent and not acknowledged, from 1 to `Limits.unacknowledgedEvents`;
    /// nil for any number.
    public var max_unacknowledged: Int?

    /// Creates a subscription to new events, for a consumer or not; without arguments to all events.
    public init(
        consumer: String? = nil, types: [String]? = nil, monitors: [String]? = nil,
        fences: [String]? = nil
    ) {
        (self.consumer, self.types) = (consumer, types)
        (self.monitors, self.fences) = (monitors, fences)
    }

    /// The parameters that select events.
    public var query: EventQuery {
        var query = EventQuery()
        query.since_seq = since_seq
        query.cursor = cursor
        query.since_time = since_time
        query.last = last
        query.types = types
        query.monitors = monitors
        query.fences = fences
        return query
    }
}

/// The result of `Events.subscribe`; the notifications follow.
public struct Subscribed: Sendable, Hashable, Codable {
    /// The identity of the event log.
    public var epoch: String
    /// The first sequence number that may be sent.
    public var from_seq: Int64
    /// The sequence number of the next new event.
    public var next_seq: Int64
    /// The monitors and fences of the request that do not exist now; nil for none. The stream has no events
    /// of them until they exist.
    public var unknown: [UnknownName]?
    /// For a consumer: changes whenever a command sets its cursor. The client must process events again that
    /// it processed under another placement. Nil for other subscriptions, and before the first such command.
    public var placement: String?

    /// Creates a subscription that starts at that number.
    public init(epoch: String, from_seq: Int64, next_seq: Int64) {
        self.epoch = epoch
        self.from_seq = from_seq
        self.next_seq = next_seq
    }
}
