/// The reason why a request failed: the `error` of a JSON-RPC response.
public struct Failure: Error, Sendable, Hashable, Codable {
    /// The machine-readable details.
    public struct Details: Sendable, Hashable, Codable {
        /// A stable code: usually a `FailureKind`, or a code that a later version added.
        public var kind: String
        /// One sentence on what to do.
        public var hint: String?
        /// The name that was probably meant, when a name was not found.
        public var suggestion: String?
        /// All problems, one sentence each; nil where there can be only one.
        public var problems: [String]?
        /// The oldest retained sequence number, with `cursor_expired`.
        public var first: Int64?
        /// The number of deleted events between the cursor and `first`, with `cursor_expired`.
        public var lost: Int64?

        /// Creates the details for a kind.
        public init(kind: String, hint: String? = nil) {
            self.kind = kind
            self.hint = hint
        }
    }

    /// The JSON-RPC error code.
    public var code: Int
    /// One sentence: what, where, why.
    public var message: String
    /// Kind, hint and further details.
    public var data: Details?

    /// Creates a failure of a kind with its message and hint.
    public init(_ kind: FailureKind, _ message: String, hint: String? = nil) {
        code = kind.code
        self.message = message
        data = Details(kind: kind.rawValue, hint: hint)
    }

    /// The kind; nil when this version does not know it.
    public var kind: FailureKind? { data.flatMap { FailureKind(rawValue: $0.kind) } }
}
