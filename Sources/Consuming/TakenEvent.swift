public import ControlProtocol

/// One event with its record as the daemon sent it.
public struct TakenEvent: Sendable {
    /// The decoded record.
    public var event: EventRecord
    /// The bytes of the record.
    public var record: [UInt8]

    /// The event in an `event` notification; nil where it is none.
    public init?(line: [UInt8]) {
        guard let event = try? Wire.value(Notification<EventRecord>.self, from: line).params,
            let value = try? Wire.value(Notification<JSONValue>.self, from: line).params
        else { return nil }
        self.event = event
        record = Wire.line(value)
    }

    /// Where it is in the log.
    public var cursor: Cursor? { Cursor(event.event_id) }
}
