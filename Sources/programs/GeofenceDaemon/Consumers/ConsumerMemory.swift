import ControlProtocol

/// The stored record of a consumer. Optional keys may be missing in the record of an earlier version.
struct ConsumerMemory: Sendable, Hashable, Codable {
    /// The epoch of the log that `seq` belongs to.
    var epoch: String
    /// The number of the last event that the consumer has acknowledged.
    var seq: Int64
    /// When the consumer was created, RFC 3339.
    var created_at: String
    /// When the consumer was last connected, RFC 3339.
    var seen_at: String
    /// When the consumer last acknowledged an event, RFC 3339.
    var acknowledged_at: String?
    /// The last error that the consumer reported.
    var error: String?
    /// When the consumer reported that error, RFC 3339.
    var error_at: String?
    /// The number of events that the consumer has parked.
    var parked = 0
    /// The newest parked events, at most `Limits.parkedEvents`.
    var parked_events: [ParkedEvent] = []
    /// Whether the consumer is paused and gets no events.
    var paused = false
    /// A random text that changes whenever a command sets the cursor; nil before that.
    var placement: String?
    /// Whether the daemon has reported that the consumer has not been connected for long.
    var absence_reported = false

    /// Creates the record of a new consumer that has acknowledged event `seq`.
    init(epoch: String, seq: Int64, now: String) {
        self.epoch = epoch
        self.seq = seq
        created_at = now
        seen_at = now
    }

    /// Sets the cursor by a command. The new `placement` voids the earlier progress of its client, and its parked
    /// events are sent again or left out with the others.
    mutating func place(after cursor: Cursor) {
        epoch = cursor.epoch
        seq = cursor.seq
        parked = 0
        parked_events = []
        placement = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    }

    /// The cursor: the last acknowledged event and its log.
    var cursor: Cursor { Cursor(epoch: epoch, seq: seq) }

    /// The record for the store.
    var bytes: [UInt8] { Wire.line(self) }

    /// Creates the memory from a stored record; nil when the record is damaged.
    init?(bytes: [UInt8]) {
        guard let memory = try? Wire.value(Self.self, from: bytes), memory.seq >= 0 else {
            return nil
        }
        self = memory
    }

    /// Applies a report; the cursor never moves back within a log. Cuts texts to the limits.
    mutating func take(_ report: ConsumerAcknowledgement, cursor: Cursor?, now: String) {
        seen_at = now
        if let cursor, cursor.epoch != epoch || cursor.seq > seq {
            epoch = cursor.epoch
            seq = cursor.seq
            acknowledged_at = now
        }
        if let error = report.error {
            self.error = error.cut
            error_at = now
        }
        guard let news = report.parked, !news.isEmpty else { return }
        parked += news.count
        parked_events += news.map {
            ParkedEvent(event_id: $0.event_id.cut, reason: $0.reason.cut)
        }
        parked_events = parked_events.suffix(Limits.parkedEvents)
    }
}

extension String {
    /// The text, cut to the bytes that a consumer may report.
    var cut: String {
        guard utf8.count > Limits.consumerError_bytes else { return self }
        return String(decoding: utf8.prefix(Limits.consumerError_bytes), as: UTF8.self) + "…"
    }
}
