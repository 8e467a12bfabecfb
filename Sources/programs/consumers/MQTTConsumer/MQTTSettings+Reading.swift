package import ConfigurationText
internal import ConsumerFrame
internal import Consuming

extension MQTTSettings {
    /// Reads a configuration. Problems are added to the table.
    package init(_ table: inout TableReader, hostname: String = Machine.name) {
        self.init(hostname: hostname)
        socket = table.path("socket") ?? socket
        consumer = table.text("consumer") ?? consumer
        configuredDevice = Self.validText(&table, "device")
        var preset: Preset?
        table.table("broker") { preset = readBroker(&$0) }
        table.table("topics") { table in
            prefix = Self.prefix(&table, "prefix") ?? prefix
            if preset == .awsIoT, prefix.count(where: { $0 == "/" }) > Self.slashesOfAWS {
                table.refuse(
                    "prefix", "must have at most \(Self.slashesOfAWS) slashes with preset aws-iot")
            }
        }
        table.table("events") { table in
            types = table.texts("types")
            monitors = table.texts("monitors")
            fences = table.texts("fences")
        }
        maximumAge_s = table.number("max_age_s", 0...31_536_000) ?? maximumAge_s
        table.table("traffic") { traffic = TrafficSettings(&$0) }
        if traffic.bytesPerDay != nil, broker.port == 0 {
            table.refuse("traffic", "max_bytes_per_day needs a broker over TCP, not a Unix socket")
        }
        table.table("position") { table in
            var settings = Position()
            let isEnabled = table.flag("enabled") ?? true
            settings.source = table.text("source")
            settings.interval_s = table.number("interval_s", 0...86_400) ?? settings.interval_s
            settings.distance_m = table.number("min_distance_m", 0...1e6) ?? settings.distance_m
            position = isEnabled ? settings : nil
        }
        // Home Assistant has no connection to a cloud.
        if preset != nil { homeAssistant = nil }
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
            settings.hasWill = table.flag("will") ?? settings.hasWill
            ownTracks = isEnabled ? settings : nil
        }
        if broker.clientID.isEmpty { broker.clientID = "geofenced-\(device)" }
    }

    /// A service with rules of its own.
    private enum Preset: String, CaseIterable {
        case awsIoT = "aws-iot"
    }

    /// Topics of AWS have at most seven slashes; those of fences have four after the prefix.
    private static let slashesOfAWS = 3
    /// The protocol of ALPN that AWS needs on the port of HTTPS.
    private static let protocolOfAWS = "x-amzn-mqtt-ca"

    private mutating func readBroker(_ table: inout TableReader) -> Preset? {
        let preset = table.word("preset", Preset.allCases.map(\.rawValue)).flatMap(Preset.init)
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
            if preset == .awsIoT {
                if place.port == 443 { tls.alpn = tls.alpn ?? Self.protocolOfAWS }
                if !place.isEncrypted {
                    table.refuse("url", "must begin with mqtts:// with preset aws-iot")
                } else if tls.certificateFile == nil {
                    table.refuse(
                        "preset", "aws-iot needs certificate_file and key_file in [broker.tls]")
                }
            }
            if place.isEncrypted { broker.tls = tls }
            if !place.isEncrypted, table.has("tls") {
                table.refuse("tls", "needs a url that begins with mqtts://")
            }
        } else {
            table.refuse(
                "url",
                "must be mqtt://HOST[:PORT], mqtts://HOST[:PORT] or unix:/PATH, not \"\(url)\"")
        }
        // Policies of AWS name a client by its thing.
        let usualID = preset == .awsIoT ? device : broker.clientID
        broker.clientID = Self.validText(&table, "client_id") ?? usualID
        broker.username = Self.validText(&table, "username")
        let mayBePlain = table.flag("insecure") ?? false
        let isRemote = broker.port != 0 && !broker.host.isLoopbackHost
        if broker.username != nil, isRemote, broker.tls == nil, !mayBePlain {
            table.refuse(
                "username",
                "has a password, which mqtt: sends to \(broker.host) readable by every computer on the "
                    + "way: write mqtts:, or insecure = true for a network that is trusted")
        }
        broker.isVersion5 = (table.word("protocol", ["5", "3.1.1"]) ?? "5") == "5"
        broker.keepalive_s = table.integer("keepalive_s", 10...1_200) ?? broker.keepalive_s
        broker.window = table.integer("window", 1...100) ?? broker.window
        broker.answer_s = table.number("answer_timeout_s", 1...3_600) ?? broker.answer_s
        return preset
    }

    /// The host, port and encryption of a URL; nil for any other text.
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

    /// Reads a text that MQTT accepts in every place.
    private static func validText(_ table: inout TableReader, _ key: String) -> String? {
        guard let text = table.text(key) else { return nil }
        if !PercentEncoding.isValid(text) {
            table.refuse(
                key, "must not contain control characters or noncharacters, which MQTT refuses")
        }
        return text
    }

    /// Reads a part of a topic, which must not contain a character of patterns.
    private static func prefix(_ table: inout TableReader, _ key: String) -> String? {
        guard let text = validText(&table, key) else { return nil }
        if text.contains(where: { "+#".contains($0) }) || text.hasPrefix("/")
            || text.hasSuffix("/")
        {
            table.refuse(key, "must be a topic without + and #, and without / at its ends")
        }
        return text
    }
}
