package import ConfigurationText
public import ConsumerFrame
internal import ControlProtocol

/// The configuration of geofenced-webhook.
public struct WebhookSettings: Sendable, Hashable {
    /// The form of the body of a POST.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The record of the event.
        case event
        /// A CloudEvent in structured mode with the record as data.
        case cloudevents
        /// The JSON form of Traccar's OsmAnd protocol.
        case traccar
        /// A transition of OwnTracks.
        case owntracks

        /// Whether a body may hold any event, and several of them in an array.
        var isOfRecords: Bool { self == .event || self == .cloudevents }
    }

    /// One receiver of events.
    public struct Endpoint: Sendable, Hashable {
        /// Names it in messages; its consumer is `webhook-NAME`.
        public var name = ""
        /// Where events are sent.
        public var url = ""
        /// The form of the body.
        public var format = Format.event
        /// The credentials with the secrets of the signature, the present one first.
        public var secrets: [String] = []
        /// The credential with the value of the header `Authorization`.
        public var authorization: String?
        /// Only events of these types; nil for all.
        public var types: [String]?
        /// Only events of these monitors; nil for all.
        public var monitors: [String]?
        /// Only events of these fences; nil for all.
        public var fences: [String]?
        /// How much may be sent.
        public var traffic = TrafficSettings()
        /// Seconds for one POST.
        public var timeout_s = 15.0
        /// The longest time between two tries, seconds.
        public var retryLongest_s = 36_000.0
        /// Nil for a direct connection.
        public var proxy: String?
        /// The certificates that are trusted; nil for those of the system.
        public var caFile: String?
        /// The certificate of this client.
        public var certificateFile: String?
        /// The credential with its key.
        public var key: String?
        /// The user that OwnTracks is given.
        public var user = "geofenced"
        /// The two characters that OwnTracks shows; nil for the last ones of the device.
        public var trackerID: String?

        /// The name of the consumer.
        public var consumer: String { "webhook-\(name)" }
    }

    /// The control socket of the daemon.
    public var socket = "/run/geofenced/control.sock"
    /// The name of this device; nil for the one that the events carry.
    public var device: String?
    /// The receivers.
    public var endpoints: [Endpoint] = []

    /// Receivers at most: each has a connection to the daemon, and a process has that many.
    static let endpointMaximum = Limits.clientsPerProcess
}

extension WebhookSettings {
    /// Reads a configuration; problems are noted in the table.
    package init(_ table: inout TableReader) {
        socket = table.path("socket") ?? socket
        device = table.text("device")
        var names: Set<String> = []
        endpoints = table.tables("endpoint") { Endpoint(&$0, &names) }
        if endpoints.count > Self.endpointMaximum {
            table.refuse("endpoint", "must be at most \(Self.endpointMaximum) tables")
        }
    }
}

extension WebhookSettings.Endpoint {
    fileprivate init(_ table: inout TableReader, _ names: inout Set<String>) {
        name = table.uniqueName(&names)
        if consumer.utf8.count > Limits.consumerName_bytes {
            table.refuse("name", "must be at most \(Limits.consumerName_bytes - 8) bytes")
        }
        table.demand("url", "the URL that events are sent to")
        url = table.text("url") ?? url
        proxy = table.text("proxy")
        if let proxy, proxy.contains("@") {
            table.refuse("proxy", "must not hold a user")
        }
        let mayBePlain = table.flag("insecure") ?? false
        if table.has("url") { checkURL(&table, mayBePlain) }
        format = table.word("format", WebhookSettings.Format.self) ?? format
        readCredentials(&table)
        types = table.texts("types")
        monitors = table.texts("monitors")
        fences = table.texts("fences")
        traffic = TrafficSettings(&table)
        if traffic.batch > 1, !format.isOfRecords {
            table.refuse(
                "max_batch",
                "must be 1 with format \"\(format.rawValue)\", which has one event in a message")
        }
        timeout_s = table.number("timeout_s", 1...300) ?? timeout_s
        retryLongest_s = table.number("retry_longest_s", 1...86_400) ?? retryLongest_s
        caFile = table.path("ca_file")
        certificateFile = table.path("certificate_file")
        if (certificateFile == nil) != (key == nil) {
            table.refuse("key", "goes with certificate_file: give both or neither")
        }
        user = table.text("user") ?? user
        trackerID = table.text("tid")
        if let trackerID, trackerID.count > 2 {
            table.refuse("tid", "must be one or two characters")
        }
    }

    private func checkURL(_ table: inout TableReader, _ mayBePlain: Bool) {
        guard let place = EndpointURL(url) else {
            return table.refuse(
                "url",
                "must be https://HOST[:PORT]/PATH without user and password, not \"\(url)\"; "
                    + "secrets go into authorization")
        }
        // Of a proxy localhost is another machine.
        if !place.isEncrypted, !place.isLoopback || proxy != nil, !mayBePlain {
            table.refuse(
                "url",
                "begins with http:, which anyone on the way can read and change: write https:, or "
                    + "insecure = true for a network that is trusted")
        }
    }

    private mutating func readCredentials(_ table: inout TableReader) {
        secrets = table.texts("secrets") ?? []
        if secrets.count > 2 {
            table.refuse("secrets", "must be one credential, or two while secrets change")
        }
        authorization = table.text("authorization")
        key = table.text("key")
        for (member, names) in [
            ("secrets", secrets), ("authorization", [authorization].compactMap(\.self)),
            ("key", [key].compactMap(\.self)),
        ] where names.contains(where: { !Self.isCredentialName($0) }) {
            table.refuse(
                member, "must be the name of a credential of systemd, such as \(name)-\(member)")
        }
    }

    /// Secrets are never in the file: what stands there names a file of `LoadCredential=`.
    private static func isCredentialName(_ text: String) -> Bool {
        !text.hasPrefix("whsec_") && text.utf8.count <= 64
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
            && !text.hasPrefix(".")
    }
}
