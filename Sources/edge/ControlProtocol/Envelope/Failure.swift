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

/// The stable codes of failed requests, in `error.data.kind`.
public enum FailureKind: String, Sendable, Hashable, CaseIterable {
    /// The line was not JSON.
    case badJSON = "bad_json"
    /// The line was longer than `Limits.line_bytes`.
    case lineTooLong = "line_too_long"
    /// The line was JSON but not a request.
    case invalidRequest = "InvalidRequest"
    /// There is no method of that name.
    case methodNotFound = "MethodNotFound"
    /// A parameter is missing or of the wrong type or value.
    case invalidParams = "InvalidParams"
    /// The daemon failed; this is a bug.
    case `internal` = "Internal"
    /// No object of that name exists.
    case notFound = "NotFound"
    /// An object of that name exists already.
    case alreadyExists = "AlreadyExists"
    /// The request is not possible in the present state.
    case invalidState = "InvalidState"
    /// A limit is reached; try again later.
    case busy = "Busy"
    /// The request or its completion took too long.
    case timeout = "Timeout"
    /// The configuration is invalid and was not applied.
    case configInvalid = "ConfigInvalid"
    /// This user lacks permission.
    case permissionDenied = "PermissionDenied"
    /// The source cannot be opened.
    case sourceUnavailable = "SourceUnavailable"
    /// The fence cannot be evaluated.
    case fenceInvalid = "FenceInvalid"
    /// A limit on stored data is exceeded.
    case tooLarge = "too_large"
    /// The change could not be made durable.
    case storageUnavailable = "StorageUnavailable"
    /// The cursor is older than the oldest retained event.
    case cursorExpired = "cursor_expired"
    /// The cursor is newer than the newest event.
    case cursorAhead = "cursor_ahead"
    /// The cursor belongs to another event log.
    case cursorEpochChanged = "cursor_epoch_changed"

    /// The JSON-RPC error code of this kind.
    public var code: Int {
        switch self {
        case .badJSON: return -32700
        case .lineTooLong, .invalidRequest: return -32600
        case .methodNotFound: return -32601
        case .invalidParams: return -32602
        case .internal: return -32603
        case .notFound: return -32001
        case .alreadyExists: return -32002
        case .invalidState: return -32003
        case .busy: return -32004
        case .timeout: return -32005
        case .configInvalid: return -32006
        case .permissionDenied: return -32007
        case .sourceUnavailable: return -32008
        case .cursorExpired, .cursorAhead, .cursorEpochChanged: return -32009
        case .fenceInvalid: return -32010
        case .storageUnavailable: return -32011
        case .tooLarge: return -32012
        }
    }
}
