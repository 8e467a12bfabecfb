package import ConfigurationText
internal import ConsumerFrame

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
    /// Seconds between two positions; nil for none.
    public var positionInterval_s: Double? = 5
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

extension MQTTSettings {
    /// Reads a configuration; problems are noted in the table.
    package init(_ table: inout TableReader, hostname: String = Machine.name) {
        self.init(hostname: hostname)
        socket = table.path("socket") ?? socket
        consumer = table.text("consumer") ?? consumer
        device = table.text("device") ?? device
        table.table("broker") { readBroker(&$0) }
        table.table("topics") { prefix = Self.prefix(&$0, "prefix") ?? prefix }
        table.table("events") { table in
            types = table.texts("types")
            monitors = table.texts("monitors")
            fences = table.texts("fences")
        }
        table.table("position") { table in
            if table.flag("enabled") == false { positionInterval_s = nil }
            let interval = table.number("interval_s", 0...86_400)
            if let interval, positionInterval_s != nil { positionInterval_s = interval }
        }
        table.table("home_assistant") { table in
            var settings = HomeAssistant()
            let isEnabled = table.flag("enabled") ?? true
            settings.prefix = Self.prefix(&table, "prefix") ?? settings.prefix
            settings.isDeviceDiscovery =
                (table.word("discovery", ["device", "entity"]) ?? "device") == "device"
            settings.fences = table.texts("fences") ?? settings.fences
            homeAssistant = isEnabled ? settings : nil
        }
        table.table("owntracks") { table in
            var settings = OwnTracks()
            let isEnabled = table.flag("enabled") ?? true
            settings.user = Self.prefix(&table, "user") ?? settings.user
            settings.trackerID = table.text("tid") ?? String(device.suffix(2))
            if settings.trackerID.count > 2 { table.refuse("tid", "must be one or two characters") }
            ownTracks = isEnabled ? settings : nil
        }
        if broker.clientID.isEmpty { broker.clientID = "geofenced-\(device)" }
    }

    private mutating func readBroker(_ table: inout TableReader) {
        let url = table.text("url") ?? "mqtt://localhost"
        var tls = TLS()
        table.table("tls") { table in
            tls.caFile = table.path("ca_file")
            tls.certificateFile = table.path("certificate_file")
            tls.keyFile = table.path("key_file")
            tls.alpn = table.text("alpn")
            if (tls.certificateFile == nil) != (tls.keyFile == nil) {
                table.refuse("key_file", "goes with certificate_file: give both or neither")
            }
        }
        if let place = Self.place(url) {
            (broker.host, broker.port) = (place.host, place.port)
            if place.isEncrypted { broker.tls = tls }
            if !place.isEncrypted, table.has("tls") {
                table.refuse("tls", "needs a url that begins with mqtts://")
            }
        } else {
            table.refuse(
                "url",
                "must be mqtt://HOST[:PORT], mqtts://HOST[:PORT] or unix:/PATH, not \"\(url)\"")
        }
        broker.clientID = table.text("client_id") ?? broker.clientID
        broker.username = table.text("username")
        broker.isVersion5 = (table.word("protocol", ["5", "3.1.1"]) ?? "5") == "5"
        broker.keepalive_s = table.integer("keepalive_s", 10...1_200) ?? broker.keepalive_s
        broker.window = table.integer("window", 1...100) ?? broker.window
    }

    /// The host, port and encryption of a URL; nil for one that is none of ours.
    static func place(_ url: String) -> (host: String, port: Int, isEncrypted: Bool)? {
        if url.hasPrefix("unix:/") { return (String(url.dropFirst(5)), 0, false) }
        let isEncrypted = url.hasPrefix("mqtts://")
        guard isEncrypted || url.hasPrefix("mqtt://") else { return nil }
        var rest = url.drop { $0 != "/" }.dropFirst(2)
        while rest.last == "/" { rest.removeLast() }
        var port = isEncrypted ? 8883 : 1883
        // A colon within brackets belongs to an IPv6 address.
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            guard let number = Int(rest[rest.index(after: colon)...]), 1...65_535 ~= number else {
                return nil
            }
            port = number
            rest = rest[..<colon]
        }
        let host = rest.filter { $0 != "[" && $0 != "]" }
        guard !host.isEmpty, !host.contains("/"), !host.contains("@") else { return nil }
        return (String(host), port, isEncrypted)
    }

    /// A part of a topic: nothing in it may be taken for a pattern.
    private static func prefix(_ table: inout TableReader, _ key: String) -> String? {
        guard let text = table.text(key) else { return nil }
        if text.contains(where: { "+#\0".contains($0) }) || text.hasPrefix("/")
            || text.hasSuffix("/")
        {
            table.refuse(key, "must be a topic without + and #, and without / at its ends")
        }
        return text
    }
}
