/// Why bytes are not JSON (RFC 8259), and where.
struct JSONFault: Error, Hashable {
    /// Bytes from the beginning.
    var offset: Int
    var reason: String
    /// What to do about a value whose form is that of JSON, but which nobody can keep; nil where
    /// the form is wrong.
    var remedy: String?

    /// Whether only a value is wrong, so that what follows it can be trusted.
    var isOfValue: Bool { remedy != nil }
}
