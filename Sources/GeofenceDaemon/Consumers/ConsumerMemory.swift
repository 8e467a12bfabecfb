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
    /// Whether it was reported that it has not been connected for long.
    var absence_reported = false

    /// A new consumer at a place.
    init(epoch: String, seq: Int64, now: String) {
        self.epoch = epoch
        self.seq = seq
        created_at = now
        seen_at = now
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
            self.error = Self.cut(error)
            error_at = now
        }
        guard let news = report.parked, !news.isEmpty else { return }
        parked += news.count
        parked_events += news.map {
            ParkedEvent(event_id: Self.cut($0.event_id), reason: Self.cut($0.reason))
        }
        parked_events = parked_events.suffix(Limits.parkedEvents)
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > Limits.consumerError_bytes else { return text }
        return String(decoding: text.utf8.prefix(Limits.consumerError_bytes), as: UTF8.self) + "…"
    }
}
