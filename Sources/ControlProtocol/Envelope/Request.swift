/// A line from a client: a method to perform, with its parameters still unread.
public struct Request: Sendable {
    /// What the answer will bear; nil for a notification, which gets no answer.
    public let id: RequestID?
    /// The method's name, known or not.
    public let name: String
    private let line: [UInt8]

    /// The method, when it is one of ours.
    public var method: Method? { Method(rawValue: name) }

    /// Reads the head of a request line. Throws what is to be answered: `bad_json` for a line
    /// that is not JSON, `InvalidRequest` for JSON that is no request.
    public init(line: [UInt8]) throws(Failure) {
        let head: Head
        do {
            head = try Wire.value(Head.self, from: line)
        } catch {
            throw (try? Wire.value(JSONValue.self, from: line)) == nil
                ? Failure(.badJSON, "The line is not one JSON object in UTF-8.")
                : Failure(
                    .invalidRequest, "The line is no JSON-RPC request.",
                    hint: "Send {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"Daemon.status\"}.")
        }
        guard head.jsonrpc == nil || head.jsonrpc == "2.0" else {
            throw Failure(.invalidRequest, "Only JSON-RPC 2.0 is spoken here.")
        }
        id = head.id
        name = head.method
        self.line = line
    }

    /// The parameters as `type`; a request without parameters is read as one with `{}`.
    /// Throws `InvalidParams` with the name of the key that is wrong.
    public func parameters<Parameters: Decodable>(
        _ type: Parameters.Type
    ) throws(Failure) -> Parameters {
        do {
            if let given = try Wire.value(Body<Parameters>.self, from: line).params {
                return given
            }
            return try Wire.value(type, from: Array("{}".utf8))
        } catch {
            throw Failure(
                .invalidParams, "The parameters of \(name) are wrong: \(reason(of: error)).",
                hint: "rpc.discover lists the parameters of every method.")
        }
    }

    /// The line of a request, without its line feed.
    public static func line(
        id: RequestID, _ method: Method, _ parameters: some Encodable
    ) -> [UInt8] {
        Wire.line(Outgoing(id: id, method: method.rawValue, params: parameters))
    }

    private struct Head: Decodable {
        var jsonrpc: String?
        var id: RequestID?
        var method: String
    }

    private struct Body<Parameters: Decodable>: Decodable {
        var params: Parameters?
    }

    private struct Outgoing<Parameters: Encodable>: Encodable {
        var jsonrpc = "2.0"
        var id: RequestID
        var method: String
        var params: Parameters
    }
}

/// What a decoder objected to, in words of the wire.
private func reason(of error: any Error) -> String {
    func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
        let keys = (context.codingPath + (last.map { [$0] } ?? [])).dropFirst()
        return keys.isEmpty ? "params" : keys.map(\.stringValue).joined(separator: ".")
    }
    guard let error = error as? DecodingError else { return "they cannot be read" }
    switch error {
    case .keyNotFound(let key, let context):
        let name = path(context, key)
        // A key that is missing from the `{}` that stands for no parameters has no path.
        return "\"\(name == "params" ? key.stringValue : name)\" is missing"
    case .valueNotFound(_, let context): return "\"\(path(context))\" must not be null"
    case .typeMismatch(_, let context): return "\"\(path(context))\" has the wrong type"
    case .dataCorrupted(let context): return "\"\(path(context))\" has a value that is not allowed"
    @unknown default: return "they cannot be read"
    }
}
