public import ConsumerFrame

/// The configuration of geofenced-mqtt.
public struct MQTTSettings: Sendable, Hashable {
    /// Where the broker is and how it is spoken to.
    public struct Broker: Sendable, Hashable {
        /// The host, or the path of a Unix socket.
        public var host = "localhost"
        /// The port; 0 for a Unix socket.
        public var port = 1883
        /// Names this client at the broker; two clients of one name end each other's connections.
        public var clientID = ""
        /// Nil for none; the password is the credential `mqtt-password`.
        public var username: String?
        /// Whether MQTT 5 is tried first.
        public var isVersion5 = true
        /// Seconds between signs of life.
        public var keepalive_s = 60
        /// Events on their way at once.
        public var window = 20
        /// Seconds for the broker to answer to a connection or a message.
        public var answer_s = 60.0
        /// Nil without TLS.
        public var tls: TLS?
    }

    /// How the connection is encrypted.
    public struct TLS: Sendable, Hashable {
        /// The certificates that are trusted; nil for those of the system.
        public var caFile: String?
        /// The certificate of this client.
        public var certificateFile: String?
        /// Its key.
        public var keyFile: String?
        /// The protocol that is asked for (ALPN).
        public var alpn: String?
    }

    /// When the position is sent, beside every change of a fence.
    public struct Position: Sendable, Hashable {
        /// Of this source; nil for all.
        public var source: String?
        /// Seconds between two.
        public var interval_s = 5.0
        /// Metres between two.
        public var distance_m = 0.0
    }

    /// What Home Assistant receives.
    public struct HomeAssistant: Sendable, Hashable {
        /// The prefix of its discovery topics.
        public var prefix = "homeassistant"
        /// Whether one message describes the device (since 2024.11), or one each entity.
        public var isDeviceDiscovery = true
        /// Patterns of the ids of the fences that become a sensor.
        public var fences = ["*"]
    }

    /// What OwnTracks receives.
    public struct OwnTracks: Sendable, Hashable {
        /// The user in its topics.
        public var user = "geofenced"
        /// The two characters that it shows.
        public var trackerID = ""
        /// Whether the will of the connection is that of OwnTracks, and not the status of the device.
        public var hasWill = false
    }

    /// The control socket of the daemon.
    public var socket = "/run/geofenced/control.sock"
    /// The name of the consumer.
    public var consumer = "mqtt"
    /// The name of this device.
    public var device = ""
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
    /// Seconds after which a late event moves no fence by itself.
    public var maximumAge_s = 600.0
    /// How much may be sent.
    public var traffic = TrafficSettings()
    /// The broker.
    public var broker = Broker()
    /// Nil where nothing is sent to Home Assistant.
    public var homeAssistant: HomeAssistant? = HomeAssistant()
    /// Nil where nothing is sent to OwnTracks.
    public var ownTracks: OwnTracks?

    /// The defaults for a machine of that name.
    public init(hostname: String) {
        device = hostname
    }
}
