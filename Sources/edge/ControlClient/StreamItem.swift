public import ControlProtocol

extension ConsumerStream {
    /// What comes next in the log.
    public enum Item: Sendable {
        /// An event, to be finished or parked.
        case event(TakenEvent, Cursor)
        /// Events that are lost. A cursor is to be finished like that of an event.
        case gap(GapRecord, Cursor?)
    }

    /// What people should know of a stream.
    public enum Remark: Sendable {
        /// An event is given up for a reason.
        case parked(Cursor, String)
        /// Events are lost.
        case gap(Gap)
        /// The connection is lost; repetitions of the same reason are left out.
        case lost(ConnectionFailure)
    }
}

/// One event with its record as the daemon sent it.
public struct TakenEvent: Sendable {
    /// The event of the record.
    public var event: EventRecord
    /// The bytes of the record.
    public var record: [UInt8]

    /// The event in an `event` or `test` notification; nil where it is none.
    public init?(line: [UInt8]) {
        guard let raw = try? Wire.value(Notification<RawJSON>.self, from: line).params,
            let event = try? Wire.value(EventRecord.self, from: raw.bytes)
        else { return nil }
        self.event = event
        record = raw.bytes
    }

    /// Its place in the log; nil for a test.
    public var cursor: Cursor? { Cursor(event.event_id) }
}

/// The record that a consumer passes on instead of deleted events.
public struct GapRecord: Sendable, Hashable, Codable {
    /// Always `gap`.
    public var type = "gap"
    /// The first number not sent.
    public var from_seq: Int64
    /// The last number not sent.
    public var to_seq: Int64
    /// As in `Gap`.
    public var reason: String

    /// The record of a gap.
    public init(_ gap: Gap) {
        from_seq = gap.from_seq
        to_seq = gap.to_seq
        reason = gap.reason
    }
}
