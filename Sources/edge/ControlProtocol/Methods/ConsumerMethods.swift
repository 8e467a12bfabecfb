/// The parameters of the methods that concern one consumer.
public struct ConsumerChoice: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var consumer: String

    /// Creates the parameters for a consumer.
    public init(consumer: String) {
        self.consumer = consumer
    }
}

/// The parameters of `Consumer.acknowledge`, sent on the connection that has subscribed as the consumer.
public struct ConsumerAcknowledgement: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var consumer: String
    /// The consumer has processed every event up to this one, `epoch:seq`; nil to report the other keys only.
    /// A cursor before the present one changes nothing.
    public var cursor: String?
    /// Events that the consumer has given up, at most `Limits.parkedEvents`.
    public var parked: [ParkedEvent]?
    /// The fault that stops the consumer, in a sentence, for status and doctor.
    public var error: String?
    /// The reason why the consumer waits with events to send, in a sentence; empty when the wait is over.
    public var waiting: String?
    /// The outcome of a `test` notification.
    public var test: ConsumerTestOutcome?

    /// Creates an acknowledgement.
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

/// The outcome of a test event that a consumer received.
public struct ConsumerTestOutcome: Sendable, Hashable, Codable {
    /// The `event_id` of the test event.
    public var event_id: String
    /// Why the event was not delivered, in a sentence; nil for a delivered one.
    public var error: String?

    /// Creates the outcome for a test event.
    public init(event_id: String, error: String? = nil) {
        self.event_id = event_id
        self.error = error
    }
}

/// The result of `Consumer.test`.
public struct ConsumerTested: Sendable, Hashable, Codable {
    /// The `event_id` of the test event.
    public var event_id: String
    /// Seconds from the request to the response of the consumer.
    public var took_s: Double
    /// Why the event was not delivered, in a sentence; nil for a delivered one.
    public var error: String?

    /// Creates the outcome of a test.
    public init(event_id: String, took_s: Double, error: String? = nil) {
        self.event_id = event_id
        self.took_s = took_s
        self.error = error
    }
}

/// The result of `Consumer.acknowledge`: the durable cursor.
public struct ConsumerAcknowledged: Sendable, Hashable, Codable {
    /// The consumer's cursor.
    public var cursor: String

    /// Creates the result for a durable cursor.
    public init(cursor: String) {
        self.cursor = cursor
    }
}

/// The parameters of `Consumer.rewind`: exactly one position.
public struct ConsumerRewind: Sendable, Hashable, Codable {
    /// The consumer's name.
    public var consumer: String
    /// The last event that counts as acknowledged, `epoch:seq`.
    public var cursor: String?
    /// The same as a number; 0 for all retained events.
    public var since_seq: Int64?
    /// The first event after the cursor is the first one emitted at this RFC 3339 time or later.
    public var since_time: String?

    /// Creates the parameters that set the position of a consumer.
    public init(
        consumer: String, cursor: String? = nil, since_seq: Int64? = nil, since_time: String? = nil
    ) {
        self.consumer = consumer
        self.cursor = cursor
        self.since_seq = since_seq
        self.since_time = since_time
    }

    /// The position as a query.
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
    /// The sinks of the daemon, then every consumer in order of name.
    public var consumers: [ConsumerRecord]

    /// Creates a list of consumers.
    public init(consumers: [ConsumerRecord]) {
        self.consumers = consumers
    }
}
