public import Geofencing

/// An event to be stored.
public struct NewEvent: Sendable, Hashable {
    /// Its type in wire form, for filters: `entered`, `feed-stale`, `daemon-started`, …
    public var type: String
    /// The monitor concerned, for filters.
    public var monitor: String?
    /// The fence concerned, for filters.
    public var fence: String?
    /// The visit it belongs to.
    public var visit: String?
    /// When it happened (the crossing, else the decision), nanoseconds since 1970.
    public var time_ns: Int64?
    /// When it was decided, boot clock nanoseconds.
    public var boot_ns: Int64
    /// The wire record without what only the store knows (number, epoch, time of commit). Opaque to
    /// the store.
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

    /// Whether the event is too large for the log.
    var isOversized: Bool { payload.count > StoreLimits.valueBytes }
}

/// The events and changes of state of one engine input; they become durable together.
public struct EventBatch: Sendable, Hashable {
    /// The events, in order.
    public var events: [NewEvent]
    /// The changes of state, in order.
    public var changes: [StateChange]

    /// Events with their changes of state.
    public init(events: [NewEvent], changes: [StateChange] = []) {
        self.events = events
        self.changes = changes
    }

    /// Removes and returns the events that are too large for the log (`StoreLimits.valueBytes`).
    /// All changes of state stay, because later events depend on them.
    public mutating func removeOversized() -> [NewEvent] {
        let oversized = events.filter(\.isOversized)
        if !oversized.isEmpty { events.removeAll(where: \.isOversized) }
        return oversized
    }
}
