internal import Consuming
internal import ControlClient
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

    /// A message that removes the retained message of a topic.
    static func nothing(_ topic: String) -> Message {
        Message(topic: topic, payload: [], isRetained: true)
    }
}

/// Makes the messages of events.
struct EventMessages {
    let settings: MQTTSettings
    let topics: Topics
    /// When the fences were loaded, seconds since 1970: `wtst` of OwnTracks.
    let start_s: Int64

    /// All messages of events. The broker must acknowledge each. Several events are one array.
    func messages(of batch: [TakenEvent]) -> [Message] {
        let others = batch.flatMap { [homeAssistant($0.event), ownTracks($0.event)] }
        return [batch.count == 1 ? native(batch[0]) : array(batch)] + others.compactMap(\.self)
    }

    /// The message in the place of events that were lost.
    func gap(_ record: GapRecord, epoch: String) -> Message {
        native(
            CloudEvent(record, epoch: epoch, device: settings.device), Wire.line(record))
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
        let device = settings.configuredDevice ?? taken.event.device ?? settings.hostname
        return native(CloudEvent(taken.event, device: device), taken.record)
    }

    private func native(_ attributes: CloudEvent, _ record: [UInt8]) -> Message {
        Message(
            topic: topics.events, payload: record,
            properties: attributes.attributes.map { .init(name: $0.name, value: $0.value) })
    }

    /// The message for an event entity of Home Assistant; nil for an event of the past.
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
