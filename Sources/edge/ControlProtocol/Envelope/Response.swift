/// The line that responds to a request.
public enum Response<Result: Sendable>: Sendable {
    /// The method was performed.
    case result(Result, id: RequestID)
    /// The method failed.
    case failure(Failure, id: RequestID)
}

extension Response: Encodable where Result: Encodable {
    /// Encodes a JSON-RPC 2.0 response.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ResponseKey.self)
        try container.encode("2.0", forKey: .jsonrpc)
        switch self {
        case .result(let result, let id):
            try container.encode(id, forKey: .id)
            try container.encode(result, forKey: .result)
        case .failure(let failure, let id):
            try container.encode(id, forKey: .id)
            try container.encode(failure, forKey: .error)
        }
    }
}

extension Response: Decodable where Result: Decodable {
    /// Decodes a JSON-RPC 2.0 response; throws when the result is not of this type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ResponseKey.self)
        let id = try container.decodeIfPresent(RequestID.self, forKey: .id) ?? .null
        if let failure = try container.decodeIfPresent(Failure.self, forKey: .error) {
            self = .failure(failure, id: id)
        } else {
            self = .result(try container.decode(Result.self, forKey: .result), id: id)
        }
    }
}

private enum ResponseKey: String, CodingKey {
    case jsonrpc, id, result, error
}
