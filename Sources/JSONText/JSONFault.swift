/// Why bytes are not JSON (RFC 8259), and where.
public struct JSONFault: Error, Hashable, Sendable {
    /// Bytes from the beginning of what the reader holds.
    public var offset: Int
    /// What is wrong, without the place.
    public var reason: String
    /// What to do about a value that cannot be kept although its form, or that of what follows it, is
    /// that of JSON; nil where the form is wrong.
    public var remedy: String?

    /// A fault at a place.
    public init(offset: Int, reason: String, remedy: String? = nil) {
        self.offset = offset
        self.reason = reason
        self.remedy = remedy
    }

    /// Whether only a value is wrong, so that what follows it can be trusted.
    public var isOfValue: Bool { remedy != nil }
}
