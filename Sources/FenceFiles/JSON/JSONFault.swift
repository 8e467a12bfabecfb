/// Why bytes are not JSON (RFC 8259), and where.
struct JSONFault: Error, Hashable {
    /// Bytes from the beginning.
    var offset: Int
    var reason: String
}
