public import Geofencing

/// An event on its way into the log.
public struct NewEvent: Sendable, Hashable {
    /// The stable word of its type, for filters: `entered`, `feed-stale`, `daemon-started`, …
    public var type: String
    /// The monitor concerned, for filters.
    public var monitor: String?
    /// The fence concerned, for filters.
    public var fence: String?
    /// The stay it belongs to.
    public var visit: String?
    /// When it happened (crossed, else decided), nanoseconds since 1970.
    public var time_ns: Int64?
    /// When it was decided, boot clock nanoseconds.
    public var boot_ns: Int64
    /// The wire record without what only the store knows (number, epoch, time of commit), as bytes
    /// that the store does not look into.
    public var payload: [UInt8]

    /// An event of that type with its record.
    public init(
        type: String, monitor: String? = nil, fence: String? = nil, visit: String? = nil,
        time_ns: Int64? = nil, boot_ns: Int64, payload: [UInt8]
    ) {
        self.type = type
        self.monitor = monitor
        self.fence = fence
        self.visit = visit
        self.time_ns = time_ns
        self.boot_ns = boot_ns
        self.payload = payload
    }

    /// Whether the log does not take it for its size.
    var isOversized: Bool { payload.count > StoreLimits.valueBytes }
}

/// Everything that one input of the engine asks to be kept: it becomes durable as a whole.
public struct EventBatch: Sendable, Hashable {
    /// The events, in their order.
    public var events: [NewEvent]
    /// The changes of state that go with them, in their order.
    public var changes: [StateChange]

    /// Events with the state that belongs to them.
    public init(events: [NewEvent], changes: [StateChange] = []) {
        self.events = events
        self.changes = changes
    }

    /// Takes out the events that the log does not take for their size (`StoreLimits.valueBytes`),
    /// and gives them. All changes of state stay: what came after the events rests on them.
    public mutating func removeOversized() -> [NewEvent] {
        let oversized = events.filter(\.isOversized)
        if !oversized.isEmpty { events.removeAll(where: \.isOversized) }
        return oversized
    }
}
