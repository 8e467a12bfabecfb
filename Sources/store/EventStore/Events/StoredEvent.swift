public import Geofencing

/// An event in the log.
public struct StoredEvent: Sendable, Hashable {
    /// Its number.
    public var seq: Seq
    /// When it was committed, by the system clock, nanoseconds since 1970.
    public var committed_ns: Int64
    /// The event as it was appended.
    public var event: NewEvent
}

/// A page of the log.
public struct EventPage: Sendable, Hashable {
    /// The events that pass the filter, in order.
    public var events: [StoredEvent]
    /// The cursor to continue from; at the head the newest event, whether it passes the filter or
    /// not.
    public var next: LogCursor
    /// The oldest retained event.
    public var first: Seq
    /// The newest event.
    public var head: Seq
}

/// The extent of the log.
public struct EventBounds: Sendable, Hashable {
    /// The epoch of the database.
    public var epoch: Epoch
    /// The oldest retained event; one more than `head` when there is none.
    public var first: Seq
    /// The newest event; 0 before the first.
    public var head: Seq

    /// The extent of the log of that epoch.
    public init(epoch: Epoch, first: Seq, head: Seq) {
        self.epoch = epoch
        self.first = first
        self.head = head
    }

    /// The position before the oldest retained event.
    public var beginning: LogCursor { LogCursor(epoch: epoch, seq: first - 1) }
    /// The position after the newest event.
    public var end: LogCursor { LogCursor(epoch: epoch, seq: head) }

    /// Whether the log can be read from the cursor.
    ///
    /// - Throws: the reason: another epoch, expired events, or a cursor beyond the head.
    public func check(_ cursor: LogCursor) throws(CursorFailure) {
        guard cursor.epoch == epoch else {
            throw .epochChanged(asked: cursor.epoch, current: epoch)
        }
        guard cursor.seq <= head else { throw .ahead(head: head) }
        guard cursor.seq >= first - 1 else {
            throw .expired(first: first, lost: first - 1 - cursor.seq)
        }
    }
}

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

/// Selects events by monitor, fence and type; an empty set selects all.
public struct EventFilter: Sendable, Hashable {
    /// The selected monitors.
    public var monitors: Set<String>
    /// The selected fences.
    public var fences: Set<String>
    /// The selected types.
    public var types: Set<String>

    /// A filter; an empty set passes everything.
    public init(
        monitors: Set<String> = [], fences: Set<String> = [], types: Set<String> = []
    ) {
        self.monitors = monitors
        self.fences = fences
        self.types = types
    }

    /// Whether the filter selects the event. An event without a monitor fails a filter on monitors.
    public func passes(type: String, monitor: String?, fence: String?) -> Bool {
        (types.isEmpty || types.contains(type))
            && (monitors.isEmpty || monitor.map(monitors.contains) == true)
            && (fences.isEmpty || fence.map(fences.contains) == true)
    }
}

/// Why a read failed.
public enum ReadFailure: Error, Sendable, Hashable {
    /// The cursor does not fit the log.
    case cursor(CursorFailure)
    /// The log cannot be read now.
    case storage(StorageFailure)
}
