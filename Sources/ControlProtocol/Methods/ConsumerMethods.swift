/// The parameters of the methods that concern one consumer.
public struct ConsumerChoice: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var consumer: String

    /// The consumer of that name.
    public init(consumer: String) {
        self.consumer = consumer
    }
}

/// The parameters of `Consumer.acknowledge`, on the connection that has subscribed as the consumer.
public struct ConsumerAcknowledgement: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var consumer: String
    /// Every event up to this one, `epoch:seq`, has been dealt with; nil where only the rest is reported.
    /// A cursor before the present one changes nothing.
    public var cursor: String?
    /// Events that the consumer gives up, at most `Limits.parkedEvents`.
    public var parked: [ParkedEvent]?
    /// What keeps the consumer from its work, in a sentence, for status and doctor.
    public var error: String?
    /// What the consumer waits for with events that it could send, in a sentence; empty when it waits no longer.
    public var waiting: String?
    /// What became of a `test` notification.
    public var test: ConsumerTestOutcome?

    /// An acknowledgement.
    public init(
        consumer: String, cursor: String? = nil, parked: [ParkedEvent]? = nil,
        error: String? = nil, waiting: String? = nil, test: ConsumerTestOutcome? = nil
    ) {
        self.consumer = consumer
        self.cursor = cursor
        self.parked = parked
        self.error = error
        self.waiting = waiting
        self.test = test
    }
}

/// What became of the test event that a consumer received.
public struct ConsumerTestOutcome: Sendable, Hashable, Codable {
    /// The `event_id` of the test event.
    public var event_id: String
    /// Why it was not delivered, in a sentence; nil where it was.
    public var error: String?

    /// The outcome for a test event.
    public init(event_id: String, error: String? = nil) {
        self.event_id = event_id
        self.error = error
    }
}

/// The result of `Consumer.test`.
public struct ConsumerTested: Sendable, Hashable, Codable {
    /// The `event_id` of the test event.
    public var event_id: String
    /// Seconds from the request to the answer of the consumer.
    public var took_s: Double
    /// Why it was not delivered, in a sentence; nil where it was.
    public var error: String?

    /// The outcome of a test.
    public init(event_id: String, took_s: Double, error: String? = nil) {
        self.event_id = event_id
        self.took_s = took_s
        self.error = error
    }
}

/// The result of `Consumer.acknowledge`: what is durable.
public struct ConsumerAcknowledged: Sendable, Hashable, Codable {
    /// The consumer's cursor.
    public var cursor: String

    /// A durable cursor.
    public init(cursor: String) {
        self.cursor = cursor
    }
}

/// The parameters of `Consumer.rewind`: exactly one place.
public struct ConsumerRewind: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var consumer: String
    /// The last event that counts as acknowledged, `epoch:seq`.
    public var cursor: String?
    /// The same as a number; 0 for all events that are kept.
    public var since_seq: Int64?
    /// The first event after the cursor is the first one emitted at this RFC 3339 time or later.
    public var since_time: String?

    /// A consumer's new place.
    public init(
        consumer: String, cursor: String? = nil, since_seq: Int64? = nil, since_time: String? = nil
    ) {
        self.consumer = consumer
        self.cursor = cursor
        self.since_seq = since_seq
        self.since_time = since_time
    }

    /// The place as a query.
    public var query: EventQuery {
        var query = EventQuery()
        query.cursor = cursor
        query.since_seq = since_seq
        query.since_time = since_time
        return query
    }
}

/// The result of `Consumer.list`.
public struct ConsumerList: Sendable, Hashable, Codable {
    /// Every consumer, in order of name, after the sinks of the daemon.
    public var consumers: [ConsumerRecord]

    /// Those consumers.
    public init(consumers: [ConsumerRecord]) {
        self.consumers = consumers
    }
}
