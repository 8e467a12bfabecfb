internal import Consuming
internal import ControlProtocol

/// A message for the broker.
struct Message: Sendable, Hashable {
    var topic: String
    var payload: [UInt8]
    var qos: Int32 = 1
    var isRetained = false
    /// The user properties of MQTT 5, in order.
    var properties: [Property] = []

    /// One user property.
    struct Property: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// A message whose payload is JSON.
    static func json(
        _ topic: String, _ value: JSONValue, qos: Int32 = 1, isRetained: Bool = false
    ) -> Message {
        Message(topic: topic, payload: Wire.line(value), qos: qos, isRetained: isRetained)
    }

    /// A message that takes back a retained one.
    static func nothing(_ topic: String) -> Message {
        Message(topic: topic, payload: [], isRetained: true)
    }
}

/// One event with its record as the daemon sent it.
public struct TakenEvent: Sendable {
    /// What the record says.
    var event: EventRecord
    /// The bytes of the record.
    var record: [UInt8]

    /// The event in an `event` notification; nil where it is none.
    public init?(line: [UInt8]) {
        guard let event = try? Wire.value(Notification<EventRecord>.self, from: line).params,
            let value = try? Wire.value(Notification<JSONValue>.self, from: line).params
        else { return nil }
        self.event = event
        record = Wire.line(value)
    }

    /// Where it is in the log.
    var cursor: Cursor? { Cursor(event.event_id) }
}

/// Makes the messages of events.
struct EventMessages {
    let settings: MQTTSettings
    let topics: Topics
    /// Since when the fences are loaded, as OwnTracks wants to know of each.
    let start_s: Int64

    /// All messages of one event, each to be acknowledged.
    func messages(of taken: TakenEvent) -> [Message] {
        [native(taken)] + [homeAssistant(taken.event), ownTracks(taken.event)].compactMap(\.self)
    }

    /// The message in the place of events that were lost.
    func gap(_ gap: Gap) -> Message {
        Message(topic: topics.events, payload: Wire.line(GapRecord(gap)))
    }

    private func native(_ taken: TakenEvent) -> Message {
        var message = Message(topic: topics.events, payload: taken.record)
        let event = taken.event
        message.properties = [
            .init(name: "specversion", value: "1.0"), .init(name: "id", value: event.event_id),
            .init(name: "source", value: "geofenced/\(settings.device)"),
            .init(name: "type", value: "geofenced.\(event.type)"),
        ]
        if let time = event.crossed_at ?? event.decided_at ?? event.emitted_at {
            message.properties.append(.init(name: "time", value: time))
        }
        return message
    }

    /// What an event entity of Home Assistant shows: nothing that is of the past.
    private func homeAssistant(_ event: EventRecord) -> Message? {
        guard settings.homeAssistant != nil, event.isTransition, !event.late, !event.history,
            let monitor = event.monitor, let fence = event.fence
        else { return nil }
        return .json(
            topics.homeAssistant(monitor),
            .object([
                "event_type": .string(event.type), "fence": .string(fence),
                "fence_name": .string(event.fence_name ?? fence),
                "event_id": .string(event.event_id), "late": .bool(false),
            ]))
    }

    private func ownTracks(_ event: EventRecord) -> Message? {
        guard let ownTracks = settings.ownTracks, let fence = event.fence,
            ["entered", "exited"].contains(event.type),
            let lat = event.crossed_lat ?? event.lat, let lon = event.crossed_lon ?? event.lon,
            let time = Self.seconds(event.crossed_at ?? event.fix_time ?? event.emitted_at)
        else { return nil }
        var name = event.fence_name ?? fence
        while name.hasPrefix("-") { name.removeFirst() }
        return .json(
            "owntracks/\(ownTracks.user)/\(Topics.level(settings.device))/event",
            .object([
                "_type": .string("transition"),
                "event": .string(event.type == "entered" ? "enter" : "leave"),
                "desc": .string(name.isEmpty ? fence : name), "rid": .string(fence),
                "lat": .number(lat), "lon": .number(lon),
                "acc": .integer(Self.accuracy(event.accuracy_m)), "tst": .integer(time),
                "wtst": .integer(start_s), "tid": .string(ownTracks.trackerID),
                "t": .string("l"),
            ]))
    }

    /// Whole metres, at least 1: OwnTracks and Home Assistant drop less.
    static func accuracy(_ accuracy_m: Double?) -> Int64 {
        Int64(min(max((accuracy_m ?? 1).rounded(.up), 1), 1e6))
    }

    /// Whole seconds since 1970 of an RFC 3339 time in UTC.
    static func seconds(_ rfc3339: String?) -> Int64? {
        guard let text = rfc3339?.utf8, text.count >= 20 else { return nil }
        let digits = Array(text)
        func number(_ range: Range<Int>) -> Int64? {
            Int64(String(decoding: digits[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        // Days since 1970 by the civil calendar, years beginning in March.
        let shifted = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let era = shifted.0 / 400
        let ofEra = shifted.0 - era * 400
        let ofYear = (153 * shifted.1 + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }
}
