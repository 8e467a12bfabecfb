/// The head of a line from the daemon: a response or a notification.
public enum Incoming: Sendable, Hashable {
    /// The response to the request with that id.
    case response(RequestID)
    /// A notification; nil for an unknown kind, which clients must ignore.
    case notification(NotificationKind?)

    /// Reads the head of a line. Throws a `DecodingError` when it is neither.
    public init(line: some Collection<UInt8>) throws {
        let head = try Wire.value(Head.self, from: line)
        if let method = head.method {
            self = .notification(NotificationKind(rawValue: method))
        } else {
            self = .response(head.id ?? .null)
        }
    }

    private struct Head: Decodable {
        var id: RequestID?
        var method: String?
    }
}

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

/// A line that the daemon sends without a request.
public struct Notification<Parameters: Sendable>: Sendable {
    /// Its kind; clients must ignore unknown ones.
    public var method: String
    /// Its content.
    public var params: Parameters

    /// Creates a notification of that kind.
    public init(_ kind: NotificationKind, _ params: Parameters) {
        method = kind.rawValue
        self.params = params
    }
}

extension Notification: Encodable where Parameters: Encodable {
    /// Encodes a JSON-RPC 2.0 notification.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NotificationKey.self)
        try container.encode("2.0", forKey: .jsonrpc)
        try container.encode(method, forKey: .method)
        try container.encode(params, forKey: .params)
    }
}

extension Notification: Decodable where Parameters: Decodable {
    /// Decodes a JSON-RPC 2.0 notification; throws when the parameters are not of this type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NotificationKey.self)
        method = try container.decode(String.self, forKey: .method)
        params = try container.decode(Parameters.self, forKey: .params)
    }
}

extension Notification where Parameters == EventRecord {
    /// Returns the `event` line for an encoded record as it is stored: the bytes that encoding the
    /// notification would produce.
    public static func line(aroundRecord record: some Collection<UInt8>) -> [UInt8] {
        var line = Array(#"{"jsonrpc":"2.0","method":"event","params":"#.utf8)
        line.reserveCapacity(line.count + record.count + 1)
        line.append(contentsOf: record)
        line.append(UInt8(ascii: "}"))
        return line
    }
}

/// The kinds of notifications.
public enum NotificationKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The greeting: `Hello`.
    case hello
    /// One event: `EventRecord`.
    case event
    /// The state when a subscription began: `Snapshot`.
    case snapshot
    /// Events that this subscriber will not receive: `Gap`.
    case gap
    /// A test event that `Consumer.test` made; it is not in the log: `EventRecord`.
    case test
    /// The filter of a consumer passes no event up to this cursor: `Progress`.
    case progress
    /// The stream has no events but is alive: `Heartbeat`.
    case heartbeat
    /// The end of a stream that does not follow or cannot continue: `StreamEnd`.
    case end
    /// A new fix: `FixRecord`.
    case fix
    /// Bytes that a source received, or the opening of the source: `RawText`.
    case raw
}

private enum NotificationKey: String, CodingKey {
    case jsonrpc, method, params
}
