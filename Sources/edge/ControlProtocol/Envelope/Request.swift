internal import JSONText

/// A request line: a method with its undecoded parameters.
///
/// The syntax and nesting of the whole line are checked before anything is decoded.
public struct Request: Sendable {
    /// The id of the response; nil for a notification, which gets no response.
    public let id: RequestID?
    /// The method's name, known or not.
    public let name: String
    /// A reader positioned at the parameters; nil without parameters.
    private var parameters: JSONReader?
    /// Whether the line is nested deeper than a request without GeoJSON may be.
    private let isDeep: Bool

    /// The method; nil for an unknown one.
    public var method: Method? { Method(rawValue: name) }

    /// The request without its parameters, for a response after the parameters were read.
    public var head: Request {
        var head = self
        head.parameters = nil
        return head
    }

    /// Reads the head of a request line. Throws the failure to respond with: `bad_json` for a line
    /// that is not JSON, `InvalidRequest` for JSON that is not a request.
    public init(line: [UInt8]) throws(Failure) {
        let (json, places, isDeep) = try Self.places(in: line)
        func value<Value: Decodable>(_ key: String, _ type: Value.Type) throws(Failure) -> Value? {
            guard let place = places?[key] else { return nil }
            var json = json
            json.go(to: place)
            let decoder = WireDecoder(json)
            if decoder.decodeNil() { return nil }
            do { return try decoder.decode(type) } catch { throw .noRequest }
        }
        let version = try value("jsonrpc", String.self)
        guard let name = try value("method", String.self) else { throw .noRequest }
        guard version == nil || version == "2.0" else {
            throw Failure(.invalidRequest, "Only JSON-RPC 2.0 is supported.")
        }
        id = try value("id", RequestID.self)
        self.name = name
        self.isDeep = isDeep
        if let place = places?["params"] {
            var json = json
            json.go(to: place)
            if !WireDecoder(json).decodeNil() { parameters = json }
        }
    }

    /// Returns the id of a line that is no request; null where the line has no readable id.
    public static func id(ofRefused line: [UInt8]) -> RequestID {
        guard let read = try? places(in: line), let place = read.places?["id"] else {
            return .null
        }
        var json = read.json
        json.go(to: place)
        return (try? WireDecoder(json).decode(RequestID.self)) ?? .null
    }

    /// Returns the parameters as `type`; a request without parameters counts as one with `{}`.
    /// Throws `InvalidParams` with the name of a key that is wrong or that the type does not have.
    public func parameters<Parameters: Decodable>(
        _ type: Parameters.Type
    ) throws(Failure) -> Parameters {
        guard !isDeep || method?.takesGeoJSON == true else {
            throw Failure(
                .invalidParams,
                "The parameters of \(name) are nested deeper than \(Limits.envelopeDepth) levels.",
                hint: "rpc.discover lists the parameters of every method.")
        }
        let audit = KeyAudit()
        let value: Parameters
        do {
            let json = parameters ?? JSONReader(Array("{}".utf8))
            value = try WireDecoder(json, audit: audit).decode(type)
        } catch {
            throw Failure(
                .invalidParams, "The parameters of \(name) are wrong: \(reason(of: error, audit)).",
                hint: "rpc.discover lists the parameters of every method.")
        }
        if let refusal = audit.refusal(of: name) { throw refusal }
        return value
    }

    /// Returns the line of a request, without its line feed.
    public static func line(
        id: RequestID, _ method: Method, _ parameters: some Encodable
    ) -> [UInt8] {
        Wire.line(Outgoing(id: id, method: method.rawValue, params: parameters))
    }

    /// Returns the line of a request that gets no response, without its line feed.
    public static func notification(_ method: Method, _ parameters: some Encodable) -> [UInt8] {
        Wire.line(Outgoing(id: nil, method: method.rawValue, params: parameters))
    }

    private struct Outgoing<Parameters: Encodable>: Encodable {
        var jsonrpc = "2.0"
        var id: RequestID?
        var method: String
        var params: Parameters
    }
}

extension Request {
    private static let keys: Set = ["jsonrpc", "id", "method", "params"]

    /// Returns where the values of a request begin (nil for a line that is not an object), and
    /// whether the line is nested deeper than a request without GeoJSON may be.
    private static func places(
        in line: [UInt8]
    ) throws(Failure) -> (json: JSONReader, places: [String: JSONReader.Mark]?, isDeep: Bool) {
        // Only invalid lines and lines with GeoJSON are read twice.
        for depth in [Limits.envelopeDepth, JSONReader.usualDepth] {
            let json = JSONReader(line, maximumDepth: depth)
            do throws(JSONFault) {
                return (json, try places(json), depth > Limits.envelopeDepth)
            } catch {
                guard depth > Limits.envelopeDepth else { continue }
                throw Failure(
                    .badJSON,
                    "The line is not one JSON object in UTF-8: byte \(error.offset + 1): "
                        + "\(error.reason).", hint: error.remedy)
            }
        }
        preconditionFailure("the last depth returns or throws")
    }

    private static func places(
        _ json: JSONReader
    ) throws(JSONFault) -> [String: JSONReader.Mark]? {
        var json = json
        var places: [String: JSONReader.Mark]?
        if try json.kind() == .object {
            var found: [String: JSONReader.Mark] = [:]
            var walk = try json.openObject()
            while let key = try json.nextKey(&walk) {
                if keys.contains(key) { found[key] = json.mark }
                try json.skipValue(isKept: true)
            }
            places = found
        } else {
            try json.skipValue(isKept: true)
        }
        guard json.isAtEnd() else { throw json.fault("expected the end, found \(json.found)") }
        return places
    }
}

extension Failure {
    fileprivate static let noRequest = Failure(
        .invalidRequest, "The line is not a JSON-RPC request.",
        hint: "Send {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"Daemon.status\"}.")
}

/// Returns why a decoder failed, as a part of a sentence with the keys of the protocol.
private func reason(of error: any Error, _ audit: KeyAudit) -> String {
    func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
        let keys = context.codingPath + (last.map { [$0] } ?? [])
        return keys.isEmpty ? "params" : keys.map(\.stringValue).joined(separator: ".")
    }
    guard let error = error as? DecodingError else { return "they cannot be read" }
    switch error {
    case .keyNotFound(let key, let context):
        let other = audit.likelySpelling(of: key, at: context.codingPath)
        return "\"\(path(context, key))\" is missing"
            + (other.map { ", unless \"\($0)\" is meant for it" } ?? "")
    case .valueNotFound(_, let context): return "\"\(path(context))\" must not be null"
    case .typeMismatch(_, let context): return "\"\(path(context))\" has the wrong type"
    case .dataCorrupted(let context): return "\"\(path(context))\" has a value that is not allowed"
    @unknown default: return "they cannot be read"
    }
}

/// Matches a response to its request: a number or a string chosen by the client; null when the
/// request could not be read.
public enum RequestID: Sendable, Hashable {
    /// A whole number.
    case number(Int64)
    /// A string.
    case text(String)
    /// Null: the id is unknown.
    case null
}

extension RequestID: Codable {
    /// Decodes a number, a string or null; throws for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Int64.self))
        }
    }

    /// Encodes the number, the string or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
