internal import ControlProtocol

/// A fence that Home Assistant shows.
struct ShownFence: Sendable, Hashable {
    var monitor: String
    var id: String
    var name: String
}

/// Describes the entities of this device to Home Assistant.
struct Discovery {
    /// Fences that become a sensor: more than a dashboard shows.
    static let fences = 50

    let settings: MQTTSettings
    let homeAssistant: MQTTSettings.HomeAssistant
    let topics: Topics
    /// The version of the daemon.
    let version: String

    private var node: String { "geofenced_" + Topics.word(settings.device) }

    /// The retained messages for these monitors and fences.
    func messages(monitors: [String], fences: [ShownFence]) -> [Message] {
        let components = components(monitors, fences)
        guard homeAssistant.isDeviceDiscovery else {
            return components.sorted { $0.key < $1.key }.map { key, component in
                var config = component
                let platform = config.removeValue(forKey: "platform")?.text ?? ""
                config["device"] = device
                config["origin"] = origin
                config["availability_topic"] = .string(topics.status)
                return .json(
                    "\(homeAssistant.prefix)/\(platform)/\(node)/\(key)/config", .object(config),
                    isRetained: true)
            }
        }
        return [
            .json(
                "\(homeAssistant.prefix)/device/\(node)/config",
                .object([
                    "device": device, "origin": origin,
                    "availability_topic": .string(topics.status),
                    "components": .object(components.mapValues { .object($0) }),
                ]), isRetained: true)
        ]
    }

    /// The pattern of every discovery message of this device, to find those that are out of date.
    var patterns: [String] {
        ["\(homeAssistant.prefix)/+/\(node)/+/config"]
    }

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
