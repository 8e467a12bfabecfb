/// The parameters of `Events.subscribe`. A connection has one subscription; a second one is
/// `InvalidState`.
public struct SubscribeRequest: Sendable, Hashable, Codable {
    /// Only events with a greater sequence number; 0 for all retained events.
    public var since_seq: Int64?
    /// Like `since_seq`, but `epoch:seq`.
    public var cursor: String?
    /// Only from the first event that was emitted (`emitted_at`) at this RFC 3339 time or later.
    public var since_time: String?
    /// Only the newest so many of the stored events after the start.
    public var last: Int?
    /// Only events of these types, words of `EventType`; nil for all. Any other word is refused.
    public var types: [String]?
    /// Only events of these monitors; nil for all.
    public var monitors: [String]?
    /// Only events of these fences, by id, or by a name that no other fence has; nil for all.
    public var fences: [String]?
    /// Whether the stream continues with new events; the default is yes. Otherwise `end` ends it.
    public var follow: Bool?
    /// Whether it starts with a `snapshot`; the default is no.
    public var snapshot: Bool?

    /// Subscribes as the consumer of this name, which goes on after what it has acknowledged. Where it does
    /// not exist, it is made, and begins where the other parameters say. Needs *operate*.
    public var consumer: String?

    /// A subscription to new events, of a consumer or not; without arguments to all of them.
    public init(
        consumer: String? = nil, types: [String]? = nil, monitors: [String]? = nil,
        fences: [String]? = nil
    ) {
        (self.consumer, self.types) = (consumer, types)
        (self.monitors, self.fences) = (monitors, fences)
    }

    /// The query part.
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
    /// Identifies the event log.
    public var epoch: String
    /// The first sequence number that may be sent.
    public var from_seq: Int64
    /// The sequence number of the next new event.
    public var next_seq: Int64
    /// The monitors and fences of the request that there are not now; nil where there are all. The stream is
    /// silent about them until they come into being.
    public var unknown: [UnknownName]?
    /// Of a consumer: changes whenever its cursor is set by a command. What a client has finished under another
    /// placement does not count: it is sent again. Nil for other subscriptions, and before the first such command.
    public var placement: String?

    /// A subscription that starts at that number.
    public init(epoch: String, from_seq: Int64, next_seq: Int64) {
        self.epoch = epoch
        self.from_seq = from_seq
        self.next_seq = next_seq
    }
}
