internal import ControlProtocol

/// A fence that Home Assistant shows.
struct ShownFence: Sendable, Hashable {
    var monitor: String
    var id: String
    var name: String
}

/// Describes the entities of this device to Home Assistant.
struct Discovery {
    /// An entity that Home Assistant knows.
    struct Entity: Sendable, Hashable {
        /// Its platform, such as `binary_sensor`.
        var platform: String
        /// The topic of its state; nil for none.
        var stateTopic: String?
    }

    /// The fences that become a sensor: more than a dashboard shows.
    static let fences = 50

    let settings: MQTTSettings
    let homeAssistant: MQTTSettings.HomeAssistant
    let topics: Topics
    /// The version of the daemon.
    let version: String

    private var node: String { "geofenced_" + Topics.word(settings.device) }

    /// The retained messages for these monitors and fences, and the entities that they describe.
    ///
    /// Home Assistant removes no entity by itself. In the message of the device its component then has
    /// nothing but its platform; a message of its own is empty. Its retained state is emptied after that.
    ///
    /// - Parameter known: the entities that Home Assistant knows, by key.
    func messages(
        monitors: [String], fences: [ShownFence], known: [String: Entity] = [:]
    ) -> (messages: [Message], entities: [String: Entity]) {
        var components = components(monitors, fences)
        let entities = components.mapValues(Self.entity)
        let removed = known.filter { entities[$0.key] == nil }
        for (key, entity) in removed { components[key] = ["platform": .string(entity.platform)] }
        let topics = Set(removed.values.compactMap(\.stateTopic))
            .subtracting(entities.values.compactMap(\.stateTopic))
        let states = topics.filter { $0.hasPrefix(self.topics.fences) }.sorted()
        return (configurations(components) + states.map(Message.nothing), entities)
    }

    private func configurations(_ components: [String: [String: JSONValue]]) -> [Message] {
        let common: [String: JSONValue] = [
            "device": device, "origin": origin, "availability_topic": .string(topics.status),
        ]
        guard homeAssistant.isDeviceDiscovery else {
            return components.sorted { $0.key < $1.key }.map { key, component in
                var config = component
                let platform = config.removeValue(forKey: "platform")?.text ?? ""
                let topic = "\(homeAssistant.prefix)/\(platform)/\(node)/\(key)/config"
                guard !config.isEmpty else { return .nothing(topic) }
                config.merge(common) { own, _ in own }
                return .json(topic, .object(config), isRetained: true)
            }
        }
        let all = JSONValue.object(components.mapValues { .object($0) })
        return [
            .json(
                deviceTopic, .object(common.merging(["components": all]) { own, _ in own }),
                isRetained: true)
        ]
    }

    /// The patterns of the discovery messages of this device in both forms.
    var patterns: [String] { [deviceTopic, "\(homeAssistant.prefix)/+/\(node)/+/config"] }

    /// The entities that a retained discovery message describes, by key; nil for a message in the form that is not
    /// configured, which must be removed, and for any other message.
    func entities(in topic: String, _ payload: [UInt8]) -> [String: Entity]? {
        guard (topic == deviceTopic) == homeAssistant.isDeviceDiscovery,
            let config = try? Wire.value(JSONValue.self, from: payload).members
        else { return nil }
        if topic == deviceTopic {
            // A component with nothing but its platform is removed already.
            let components = (config["components"]?.members ?? [:]).compactMapValues(\.members)
            return components.filter { $0.value.count > 1 }.mapValues(Self.entity)
        }
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let key = levels.dropLast().last, let platform = levels.dropLast(3).last else {
            return nil
        }
        return [key: Entity(platform: platform, stateTopic: config["state_topic"]?.text)]
    }

    private static func entity(_ component: [String: JSONValue]) -> Entity {
        Entity(
            platform: component["platform"]?.text ?? "", stateTopic: component["state_topic"]?.text)
    }

    private var deviceTopic: String { "\(homeAssistant.prefix)/device/\(node)/config" }

    private var device: JSONValue {
        .object([
            "identifiers": .array([.string(node)]), "name": .string(settings.device),
            "manufacturer": .string("geofenced"), "model": .string("geofenced"),
            "sw_version": .string(version),
        ])
    }

    private var origin: JSONValue {
        .object(["name": .string("geofenced"), "sw_version": .string(version)])
    }

    private func components(
        _ monitors: [String], _ fences: [ShownFence]
    ) -> [String: [String: JSONValue]] {
        var components: [String: [String: JSONValue]] = [:]
        if settings.position != nil {
            components["position"] = [
                "platform": .string("device_tracker"), "unique_id": .string(node + "_position"),
                "name": .null, "source_type": .string("gps"),
                "json_attributes_topic": .string(topics.position),
            ]
        }
        for fence in fences {
            let topic = JSONValue.string(topics.fence(fence.monitor, fence.id))
            let key = Topics.word(fence.monitor) + "_" + Topics.word(fence.id)
            components["fence_" + key] = [
                "platform": .string("binary_sensor"), "unique_id": .string("\(node)_fence_\(key)"),
                "name": .string("In \(fence.name)"), "device_class": .string("occupancy"),
                "state_topic": topic, "json_attributes_topic": topic,
                "value_template": .string(
                    "{{ 'None' if value_json.state == 'unknown' else value_json.state }}"),
                "payload_on": .string("inside"), "payload_off": .string("outside"),
            ]
        }
        for monitor in monitors {
            let key = "events_" + Topics.word(monitor)
            components[key] = [
                "platform": .string("event"), "unique_id": .string("\(node)_\(key)"),
                "name": .string("\(monitor) events"),
                "state_topic": .string(topics.homeAssistant(monitor)),
                "event_types": .array(["entered", "exited", "dwelled"].map { .string($0) }),
            ]
        }
        return components
    }
}

extension JSONValue {
    /// The members of an object; nil for another kind of value.
    fileprivate var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
