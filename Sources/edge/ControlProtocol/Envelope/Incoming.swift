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
