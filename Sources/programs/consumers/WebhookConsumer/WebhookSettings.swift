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
        /// The message of the event, for people.
        case text

        /// Whether a body may hold any event, and several of them in an array.
        var isOfRecords: Bool { self == .event || self == .cloudevents }
    }

    /// One receiver of events.
    public struct Endpoint: Sendable, Hashable {
        /// The name in messages. The consumer is `webhook-NAME`.
        public var name = ""
        /// The URL that events are sent to; empty where it is a credential.
        public var url = ""
        /// The credential with that URL; nil where it is no secret.
        public var urlCredential: String?
        /// Whether a URL may be `http:` to another machine.
        public var isInsecure = false
        /// The form of the body.
        public var format = Format.event
        /// The credentials with the secrets of the signature, the new one first.
        public var secrets: [String] = []
        /// The credential with the value of the header `Authorization`.
        public var authorization: String?
        /// Only events of these types; nil for all.
        public var types: [String]?
        /// Only events of these monitors; nil for all.
        public var monitors: [String]?
        /// Only events of these fences; nil for all.
        public var fences: [String]?
        /// The limits of what is sent.
        public var traffic = TrafficSettings()
        /// The age in seconds above which an event is skipped; nil for none.
        public var maximumAge_s: Double?
        /// The time limit of one POST in seconds.
        public var timeout_s = 15.0
        /// The longest time between two tries, seconds.
        public var retryLongest_s = 36_000.0
        /// The proxy; nil for a direct connection.
        public var proxy: String?
        /// The certificates that are trusted; nil for those of the system.
        public var caFile: String?
        /// The certificate of this client.
        public var certificateFile: String?
        /// The credential with its key.
        public var key: String?
        /// The user for OwnTracks.
        public var user = "geofenced"
        /// The one or two characters that OwnTracks shows; nil for the last two of the device.
        public var trackerID: String?

        /// The name of the consumer.
        public var consumer: String { "webhook-\(name)" }
    }

    /// The socket of the daemon for consumers.
    public var socket = "/run/geofenced-consume/control.sock"
    /// The name of this device; nil for the one that the events carry.
    public var device: String?
    /// The receivers.
    public var endpoints: [Endpoint] = []

    /// The maximum number of receivers: each has a connection to the daemon, whose number is limited.
    static let endpointMaximum = Limits.clientsPerProcess
}

extension WebhookSettings {
    /// Reads a configuration. Problems are added to the table.
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
        url = table.text("url") ?? url
        urlCredential = table.text("url_credential")
        if urlCredential == nil {
            table.demand("url", "the URL that events are sent to")
        } else if table.has("url") {
            table.refuse("url_credential", "replaces url: give one of them")
        }
        proxy = table.text("proxy")
        if let proxy, !Self.isProxy(proxy) {
            table.refuse(
                "proxy",
                "must be HOST:PORT, http://, https:// or socks5h://HOST:PORT, without a user")
        }
        isInsecure = table.flag("insecure") ?? false
        if table.has("url"), let reason = problem(ofURL: url, isSecret: false) {
            table.refuse("url", reason)
        }
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
        maximumAge_s = table.number("max_age_s", 1...31_536_000)
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

    /// The reason why a URL cannot be used; nil for one that can. It does not repeat a secret.
    func problem(ofURL url: String, isSecret: Bool) -> String? {
        guard let place = EndpointURL(url) else {
            return "must be https://HOST[:PORT]/PATH without user and password"
                + (isSecret ? "" : ", not \"\(url)\"")
                + "; a URL with a secret goes into url_credential"
        }
        // At a proxy, localhost is another machine.
        guard !place.isEncrypted, !place.isLoopback || proxy != nil, !isInsecure else { return nil }
        return
            "begins with http:, which every computer on the way can read and change: write https:, "
            + "or insecure = true for a network that is trusted"
    }

    /// Whether libcurl has such a proxy, and the text has no password.
    private static func isProxy(_ text: String) -> Bool {
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || schemes.contains(String(parts[0])), let place = parts.last else {
            return false
        }
        return EndpointURL("http://" + place) != nil
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
            ("url_credential", [urlCredential].compactMap(\.self)),
        ] where names.contains(where: { !Self.isCredentialName($0) }) {
            table.refuse(
                member, "must be the name of a credential of systemd, such as \(name)-\(member)")
        }
    }

    /// Whether a text can name a credential. Secrets are never in the configuration, only their names.
    private static func isCredentialName(_ text: String) -> Bool {
        !text.hasPrefix("whsec_") && text.utf8.count <= 64
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
            && !text.hasPrefix(".")
    }
}
