public import ControlClient
public import ControlProtocol

/// The attributes of an event as a CloudEvent, the same for every way to send it.
public struct CloudEvent: Sendable {
    /// The names and values of the attributes, in the order in which they are written.
    public let attributes: [(name: String, value: String)]

    /// The media type of the record.
    public static let contentType = "application/json"

    /// Creates the attributes of an event of a device.
    public init(_ event: EventRecord, device: String) {
        self.init(
            id: event.event_id, source: [device, event.monitor], type: event.type,
            subject: event.fence,
            time: event.crossed_at ?? event.decided_at ?? event.emitted_at)
    }

    /// Creates the attributes of a gap in the log with that epoch.
    public init(_ gap: GapRecord, epoch: String, device: String) {
        self.init(
            id: "\(epoch):gap-\(gap.from_seq)-\(gap.to_seq)", source: [device, nil], type: gap.type)
    }

    /// The value of the attribute `id`.
    public var id: String { attributes.first { $0.name == "id" }?.value ?? "" }

    private init(
        id: String, source: [String?], type: String, subject: String? = nil, time: String? = nil
    ) {
        let names = source.compactMap(\.self).map(Self.urn)
        attributes = [
            ("specversion", "1.0"), ("id", id),
            ("source", (["urn:geofenced"] + names).joined(separator: ":")),
            ("type", "geofenced.\(type)"), ("subject", PercentEncoding.validText(subject ?? "")),
            ("time", time ?? ""),
        ].filter { !$0.1.isEmpty }
    }

    /// A part of a URN: everything but unreserved characters as `%XX`.
    private static func urn(_ text: String) -> String {
        PercentEncoding.text(text.utf8) { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
        }
    }
}
