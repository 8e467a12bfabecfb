/// Selects events: the parameters of `Events.list`, and part of a subscription.
///
/// At most one of `since_seq`, `cursor` and `since_time` may be given, and `last` in addition or
/// alone; with none of them `Events.list` starts at the oldest event and `Events.subscribe` at the
/// next one.
public struct EventQuery: Sendable, Hashable, Codable {
    /// Only events with a greater sequence number; 0 for all retained events.
    public var since_seq: Int64?
    /// Like `since_seq`, but `epoch:seq`, and an error when the log has another epoch.
    public var cursor: String?
    /// Only from the first event that was emitted (`emitted_at`) at this RFC 3339 time or later.
    public var since_time: String?
    /// The most events: the newest of the stored events after the start, in ascending order.
    public var last: Int?
    /// Only events of these types, words of `EventType`; nil for all. Any other word is refused.
    public var types: [String]?
    /// Only events of these monitors; nil for all.
    public var monitors: [String]?
    /// Only events of these fences, by id, or by a name that no other fence has; nil for all.
    public var fences: [String]?

    /// Creates a query for every event.
    public init() {}
}

/// The result of `Events.list`.
public struct EventList: Sendable, Hashable, Codable {
    /// The events, oldest first: at most `Limits.listedEvents`, and only those that fit a line.
    public var events: [EventRecord]
    /// The cursor after the last examined event: continue from here.
    public var cursor: String
    /// Whether more events follow.
    public var more: Bool
    /// The monitors and fences of the query that do not exist now; nil for none.
    public var unknown: [UnknownName]?

    /// Creates a page of events.
    public init(events: [EventRecord], cursor: String, more: Bool) {
        self.events = events
        self.cursor = cursor
        self.more = more
    }

    /// The same as an `EventList` on the wire, with records that are already encoded, as stored.
    public struct Encoded: Sendable, Encodable {
        /// The records.
        public var events: [RawJSON]
        /// The `cursor` of the list.
        public var cursor: String
        /// The `more` of the list.
        public var more: Bool
        /// The `unknown` of the list.
        public var unknown: [UnknownName]?

        /// Creates a page of events.
        public init(
            events: [RawJSON], cursor: String, more: Bool, unknown: [UnknownName]? = nil
        ) {
            self.events = events
            self.cursor = cursor
            self.more = more
            self.unknown = unknown
        }
    }
}

/// A name in a filter that no monitor or fence has now. Stored events may still have it, and one
/// with that name may be added later.
public struct UnknownName: Sendable, Hashable, Codable {
    /// The kind of the name: `monitor` or `fence`.
    public var kind: String
    /// The name as in the request.
    public var name: String
    /// The name that was probably meant.
    public var suggestion: String?

    /// Creates an unknown name of that kind.
    public init(kind: String, name: String, suggestion: String? = nil) {
        self.kind = kind
        self.name = name
        self.suggestion = suggestion
    }
}
