/// Why a request was not performed: the `error` of a JSON-RPC response.
public struct Failure: Error, Sendable, Hashable, Codable {
    /// What programs may rely on, beside the code.
    public struct Details: Sendable, Hashable, Codable {
        /// The stable word: a `FailureKind` this client may not know yet.
        public var kind: String
        /// What to do, in a sentence.
        public var hint: String?
        /// The name that was probably meant, when a name was not found.
        public var suggestion: String?
        /// Every problem found, one sentence each, when there may be several.
        public var problems: [String]?
        /// The oldest sequence number still kept, with `cursor_expired`.
        public var first: Int64?
        /// How many events between the cursor and `first` are gone, with `cursor_expired`.
        public var lost: Int64?

        /// Details of that kind.
        public init(kind: String, hint: String? = nil) {
            self.kind = kind
            self.hint = hint
        }
    }

    /// The number of JSON-RPC.
    public var code: Int
    /// One sentence: what, where, why.
    public var message: String
    /// Kind, hint and what else is known.
    public var data: Details?

    /// A failure of that kind with its sentence and what to do about it.
    public init(_ kind: FailureKind, _ message: String, hint: String? = nil) {
        code = kind.code
        self.message = message
        data = Details(kind: kind.rawValue, hint: hint)
    }

    /// The kind, when it is one this package knows.
    public var kind: FailureKind? { data.flatMap { FailureKind(rawValue: $0.kind) } }
}
