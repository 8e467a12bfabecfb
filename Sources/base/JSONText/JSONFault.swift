/// A syntax or value error in JSON text (RFC 8259), with its position.
public struct JSONFault: Error, Hashable, Sendable {
    /// The byte offset within the reader's buffer.
    public var offset: Int
    /// The problem, without the position.
    public var reason: String
    /// What to do about a value that cannot be represented although the syntax is valid; nil for a
    /// syntax error.
    public var remedy: String?

    /// Creates a fault at a byte offset.
    public init(offset: Int, reason: String, remedy: String? = nil) {
        self.offset = offset
        self.reason = reason
        self.remedy = remedy
    }

    /// Whether only a value is wrong, so that reading can continue after it.
    public var isOfValue: Bool { remedy != nil }
}
