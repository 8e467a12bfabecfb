public import ControlProtocol

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
