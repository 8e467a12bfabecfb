/// Why a request was not performed: the `error` of a JSON-RPC response.
public struct Failure: Error, Sendable, Hashable, Codable {
    /// The machine-readable details.
    public struct Details: Sendable, Hashable, Codable {
        /// A stable code: usually a `FailureKind`, or one added by a later version.
        public var kind: String
        /// What to do, in a sentence.
        public var hint: String?
        /// The name that was probably meant, when a name was not found.
        public var suggestion: String?
        /// Every problem found, one sentence each, when there may be several.
        public var problems: [String]?
        /// The oldest retained sequence number, with `cursor_expired`.
        public var first: Int64?
        /// How many events between the cursor and `first` were deleted, with `cursor_expired`.
        public var lost: Int64?

        /// Details of that kind.
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

    /// A failure of that kind with its message and hint.
    public init(_ kind: FailureKind, _ message: String, hint: String? = nil) {
        code = kind.code
        self.message = message
        data = Details(kind: kind.rawValue, hint: hint)
    }

    /// The kind, when this version knows it.
    public var kind: FailureKind? { data.flatMap { FailureKind(rawValue: $0.kind) } }
}
