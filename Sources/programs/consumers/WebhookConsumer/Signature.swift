internal import CCurl
internal import ConsumerFrame
internal import FoundationEssentials

/// Signs as Standard Webhooks describes it.
enum Signature {
    /// The header `webhook-signature`: one signature for each key, so that a receiver accepts the old and
    /// the new secret while they change.
    static func header(id: String, timestamp: Int64, body: [UInt8], keys: [[UInt8]]) -> String {
        let text = Array("\(id).\(timestamp).".utf8) + body
        return keys.map { "v1," + Data(sum(of: text, key: $0)).base64EncodedString() }
            .joined(separator: " ")
    }

    /// The key of a secret: base64, with or without `whsec_`; nil for anything else.
    static func key(_ secret: String) -> [UInt8]? {
        let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
        guard let key = Data(base64Encoded: text), !key.isEmpty else { return nil }
        return Array(key)
    }

    private static func sum(of text: [UInt8], key: [UInt8]) -> [UInt8] {
        var sum = [UInt8](repeating: 0, count: 32)
        unsafe geofenced_hmac_sha256(key, key.count, text, text.count, &sum)
        return sum
    }
}

/// The secrets of one endpoint.
struct EndpointSecrets: Hashable {
    /// The keys of the signature.
    var keys: [[UInt8]] = []
    /// The value of the header `Authorization`.
    var authorization: String?
    /// The path of the key of the client's certificate.
    var keyFile: String?
    /// The URL that events are sent to; nil for the configured one.
    var url: String?

    /// No secrets.
    init() {}

    /// Reads the credentials that the endpoint names. Throws the first that is missing or cannot be used.
    init(
        _ endpoint: WebhookSettings.Endpoint, credential: (String) -> String? = Credential.read,
        directory: String? = Credential.directory
    ) throws(UnusableSettings) {
        func read(_ name: String, _ member: String) throws(UnusableSettings) -> String {
            guard let text = credential(name), !text.isEmpty else {
                throw UnusableSettings(problems: [
                    "endpoint.\(endpoint.name).\(member): there is no credential \(name): run "
                        + "systemctl edit geofenced-webhook and write, below [Service], "
                        + "LoadCredential=\(name):/etc/geofenced/\(name)"
                ])
            }
            return text
        }
        for name in endpoint.secrets {
            guard let key = Signature.key(try read(name, "secrets")) else {
                throw UnusableSettings(problems: [
                    "endpoint.\(endpoint.name).secrets: the credential \(name) must be whsec_ and "
                        + "base64"
                ])
            }
            keys.append(key)
        }
        if let name = endpoint.authorization {
            let value = try read(name, "authorization")
            guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                throw UnusableSettings(problems: [
                    "endpoint.\(endpoint.name).authorization: the credential \(name) must be "
                        + "printable, such as Bearer and a token"
                ])
            }
            authorization = value
        }
        if let name = endpoint.urlCredential {
            let value = try read(name, "url_credential")
            if let reason = endpoint.problem(ofURL: value, isSecret: true) {
                throw UnusableSettings(problems: [
                    "endpoint.\(endpoint.name).url_credential: the credential \(name) \(reason)"
                ])
            }
            url = value
        }
        if let name = endpoint.key {
            _ = try read(name, "key")
            keyFile = directory.map { "\($0)/\(name)" }
        }
    }
}
