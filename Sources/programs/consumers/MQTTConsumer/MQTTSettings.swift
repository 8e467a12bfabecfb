public import ConsumerFrame

/// The configuration of geofenced-mqtt.
public struct MQTTSettings: Sendable, Hashable {
    /// The broker and the connection to it.
    public struct Broker: Sendable, Hashable {
        /// The host, or the path of a Unix socket.
        public var host = "localhost"
        /// The port; 0 for a Unix socket.
        public var port = 1883
        /// The id of this client at the broker. Two clients with one id end each other's connections.
        public var clientID = ""
        /// The user at the broker; nil for none. The password is the credential `mqtt-password`.
        public var username: String?
        /// Whether MQTT 5 is tried first.
        public var isVersion5 = true
        /// The keep-alive period in seconds.
        public var keepalive_s = 60
        /// The maximum number of events on their way.
        public var window = 20
        /// Seconds for the broker to answer to a connection or a message.
        public var answer_s = 60.0
        /// The settings of TLS; nil without it.
        public var tls: TLS?
    }

    /// The settings of TLS.
    public struct TLS: Sendable, Hashable {
        /// The certificates that are trusted; nil for those of the system.
        public var caFile: String?
        /// The certificate of this client.
        public var certificateFile: String?
        /// Its key.
        public var keyFile: String?
        /// The protocol of ALPN; nil for none.
        public var alpn: String?
    }

    /// When the position is sent, beside every change of a fence.
    public struct Position: Sendable, Hashable {
        /// The source; nil for all.
        public var source: String?
        /// The minimum time between two positions in seconds.
        public var interval_s = 5.0
        /// The minimum distance between two positions in metres.
        public var distance_m = 0.0
    }

    /// What Home Assistant receives.
    public struct HomeAssistant: Sendable, Hashable {
        /// The prefix of its discovery topics.
        public var prefix = "homeassistant"
        /// Whether one message describes the device (since 2024.11), or one message each entity.
        public var isDeviceDiscovery = true
        /// Patterns of the ids of the fences that become a sensor.
        public var fences = ["*"]
    }

    /// What OwnTracks receives.
    public struct OwnTracks: Sendable, Hashable {
        /// The user in its topics.
        public var user = "geofenced"
        /// The one or two characters that OwnTracks shows.
        public var trackerID = ""
        /// Whether the will of the connection is the `lwt` of OwnTracks instead of the status of the device.
        public var hasWill = false
    }

    /// The socket of the daemon for consumers.
    public var socket = "/run/geofenced-consume/control.sock"
    /// The name of the consumer.
    public var consumer = "mqtt"
    /// The configured name of this device; nil for the host name.
    public var configuredDevice: String?
    /// The host name.
    public let hostname: String
    /// The name of this device in topics and at Home Assistant.
    public var device: String { configuredDevice ?? hostname }
    /// The beginning of every topic of its own.
    public var prefix = "geofenced"
    /// Only events of these types; nil for all.
    public var types: [String]?
    /// Only events of these monitors; nil for all.
    public var monitors: [String]?
    /// Only events of these fences; nil for all.
    public var fences: [String]?
    /// When the position is sent; nil for never.
    public var position: Position? = Position()
    /// The age in seconds above which a late event changes no fence by itself.
    public var maximumAge_s = 600.0
    /// The limits of what is sent.
    public var traffic = TrafficSettings()
    /// The broker.
    public var broker = Broker()
    /// Nil where nothing is sent to Home Assistant.
    public var homeAssistant: HomeAssistant? = HomeAssistant()
    /// Nil where nothing is sent to OwnTracks.
    public var ownTracks: OwnTracks?

    /// The defaults for a machine of that name.
    public init(hostname: String) {
        self.hostname = hostname
    }
}
