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

/// Makes the messages of events.
struct EventMessages {
    let settings: MQTTSettings
    let topics: Topics
    /// Since when the fences are loaded, as OwnTracks wants to know of each.
    let start_s: Int64

    /// All messages of events, each to be acknowledged: several events are one array.
    func messages(of batch: [TakenEvent]) -> [Message] {
        let others = batch.flatMap { [homeAssistant($0.event), ownTracks($0.event)] }
        return [batch.count == 1 ? native(batch[0]) : array(batch)] + others.compactMap(\.self)
    }

    /// The message in the place of events that were lost.
    func gap(_ record: GapRecord) -> Message {
        Message(topic: topics.events, payload: Wire.line(record))
    }

    /// The last will in the form of OwnTracks, and its farewell.
    func ownTracksFarewell(_ ownTracks: MQTTSettings.OwnTracks) -> Message {
        .json(
            topics.ownTracks(ownTracks),
            .object(["_type": .string("lwt"), "tst": .integer(start_s)]))
    }

    private func array(_ batch: [TakenEvent]) -> Message {
        let records = batch.map(\.record).joined(separator: [UInt8(ascii: ",")])
        return Message(
            topic: topics.events, payload: [UInt8(ascii: "[")] + records + [UInt8(ascii: "]")])
    }

    /// The record of an event with the attributes of CloudEvents.
    func native(_ taken: TakenEvent) -> Message {
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
        guard let ownTracks = settings.ownTracks,
            let transition = OwnTracksTransition.message(
                of: event, trackerID: ownTracks.trackerID, start_s: start_s)
        else { return nil }
        return .json(
            topics.ownTracks(ownTracks) + "/event", transition)
    }
}
