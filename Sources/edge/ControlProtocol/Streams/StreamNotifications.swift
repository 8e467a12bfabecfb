/// The content of a `gap` notification: events that were not sent because they are not retained.
public struct Gap: Sendable, Hashable, Codable {
    /// The first number not sent.
    public var from_seq: Int64
    /// The last number not sent.
    public var to_seq: Int64
    /// The reason: `expired` when they were deleted, or `reset` when a new log was started, whose
    /// first event follows; the number of missing events of the old log is unknown.
    public var reason: String

    /// Creates a gap between two numbers, both included.
    public init(from_seq: Int64, to_seq: Int64, reason: String) {
        self.from_seq = from_seq
        self.to_seq = to_seq
        self.reason = reason
    }
}

/// The content of a `heartbeat` notification: the stream has no events but is alive.
public struct Heartbeat: Sendable, Hashable, Codable {
    /// The cursor of the newest event, `epoch:seq`.
    public var head: String
    /// The system clock, RFC 3339.
    public var time: String

    /// Creates a heartbeat at that time.
    public init(head: String, time: String) {
        self.head = head
        self.time = time
    }
}

/// The content of a `progress` notification: the consumer's filter passes no event up to this
/// one. The consumer acknowledges the cursor as it does that of an event.
public struct Progress: Sendable, Hashable, Codable {
    /// The last event that was compared with the filter, `epoch:seq`.
    public var cursor: String

    /// Creates the progress up to a cursor.
    public init(cursor: String) {
        self.cursor = cursor
    }
}

/// The content of a `snapshot` notification: the state as of one sequence number. Events with
/// greater numbers follow, so that state and events join without a gap.
///
/// Many fences are sent in several notifications, each with its own sequence number: events up to
/// that number are already included for its fences.
public struct Snapshot: Sendable, Hashable, Codable {
    /// The number of the last event included in this state.
    public var seq: Int64
    /// The selected monitors; empty in a continued snapshot.
    public var monitors: [MonitorRecord]
    /// The selected fences that are not outside, in the order of `Fence.list`.
    public var fences: [FenceState]
    /// The position of the last fence, when another snapshot continues after it.
    public var next: FencePlace?

    /// Creates the state as of a number.
    public init(
        seq: Int64, monitors: [MonitorRecord], fences: [FenceState], next: FencePlace? = nil
    ) {
        self.seq = seq
        self.monitors = monitors
        self.fences = fences
        self.next = next
    }
}

/// The content of an `end` notification: a subscription that does not follow has sent everything,
/// or the rest cannot be read; or a consumer was taken over, rewound or removed and must subscribe
/// again.
public struct StreamEnd: Sendable, Hashable, Codable {
    /// The cursor after the last examined event: continue from here.
    public var cursor: String
    /// The number of events that were sent.
    public var events: Int
    /// Why the rest was not sent; nil when all were sent.
    public var error: Failure?

    /// Creates the end of a stream.
    public init(cursor: String, events: Int, error: Failure? = nil) {
        self.cursor = cursor
        self.events = events
        self.error = error
    }
}

/// A position in an event log: after the event with this number.
public struct Cursor: Sendable, Hashable, CustomStringConvertible {
    /// The identity of the log; another epoch means other events.
    public var epoch: String
    /// The number of the last event before the position; 0 for the start.
    public var seq: Int64

    /// Creates the position after an event.
    public init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Parses `epoch:seq`; nil for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let seq = Int64(text[text.index(after: colon)...]), seq >= 0
        else { return nil }
        self.init(epoch: String(text[..<colon]), seq: seq)
    }

    /// `epoch:seq`.
    public var description: String { "\(epoch):\(seq)" }
}
