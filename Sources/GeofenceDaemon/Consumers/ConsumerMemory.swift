import ControlProtocol

/// What the store has of a consumer. Keys that are nil in the record of an earlier version have a default.
struct ConsumerMemory: Sendable, Hashable, Codable {
    /// The log that `seq` belongs to.
    var epoch: String
    /// The last event that it has acknowledged.
    var seq: Int64
    /// When it was made, RFC 3339.
    var created_at: String
    /// When it was connected last, RFC 3339.
    var seen_at: String
    /// When it last acknowledged an event, RFC 3339.
    var acknowledged_at: String?
    /// The last error that it reported.
    var error: String?
    /// When it reported that, RFC 3339.
    var error_at: String?
    /// How many events it has parked.
    var parked = 0
    /// The newest of them.
    var parked_events: [ParkedEvent] = []
    /// Whether it is sent nothing.
    var paused = false
    /// Changes whenever the cursor is set by a command; nil before that.
    var placement: String?
    /// Whether it was reported that it has not been connected for long.
    var absence_reported = false

    /// A new consumer at a place.
    init(epoch: String, seq: Int64, now: String) {
        self.epoch = epoch
        self.seq = seq
        created_at = now
        seen_at = now
    }

    /// Sets the cursor by a command: what its client has finished before does not count.
    mutating func place(after cursor: Cursor) {
        epoch = cursor.epoch
        seq = cursor.seq
        placement = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    }

    /// Its cursor.
    var cursor: Cursor { Cursor(epoch: epoch, seq: seq) }

    /// The record for the store.
    var bytes: [UInt8] { Wire.line(self) }

    /// The memory of a record of the store; nil when the record is damaged.
    init?(bytes: [UInt8]) {
        guard let memory = try? Wire.value(Self.self, from: bytes), memory.seq >= 0 else {
            return nil
        }
        self = memory
    }

    /// Takes in what the consumer reports; its cursor never goes back. Texts are cut to the limits.
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
    /// As much of a text as a consumer may report.
    var cut: String {
        guard utf8.count > Limits.consumerError_bytes else { return self }
        return String(decoding: utf8.prefix(Limits.consumerError_bytes), as: UTF8.self) + "…"
    }
}
