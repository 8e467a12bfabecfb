/// A line from the daemon as a client first sees it: an answer, or news of some kind.
public enum Incoming: Sendable, Hashable {
    /// The answer to the request of that id.
    case response(RequestID)
    /// News; nil for a kind this client does not know and must ignore.
    case notification(NotificationKind?)

    /// Looks at the head of a line. Throws a `DecodingError` when it is neither.
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
