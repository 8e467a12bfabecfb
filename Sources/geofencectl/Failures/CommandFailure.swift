internal import ControlProtocol

/// Why a command failed, for people, programs and the shell.
struct CommandFailure: Error {
    /// For the shell.
    var status: ExitReason
    /// The stable code for programs.
    var kind: String
    /// One sentence: what, where, why.
    var message: String
    /// What to do.
    var hint: String?
    /// The JSON-RPC code, when the daemon refused.
    var code: Int?
    /// The name that was probably meant.
    var suggestion: String?
    /// The oldest event that is still kept, when older ones were asked for.
    var firstKept: Int64?
    /// Whether the same fails however often it is tried.
    var isFinal = false
    /// Whether the connection was accepted and closed without a line: with geofenced.socket, each
    /// try starts a daemon that ends immediately.
    var isClosedUnheard = false
    /// Every problem, when there are several.
    var problems: [String] = []

    /// A failure found by the client itself.
    init(
        _ status: ExitReason, _ message: String, hint: String? = nil, isFinal: Bool = false
    ) {
        self.status = status
        kind = status.word
        self.message = message
        self.hint = hint
        self.isFinal = isFinal
    }

    /// A refusal of the daemon.
    init(_ failure: Failure) {
        status = failure.status
        kind = failure.data?.kind ?? "Unknown"
        code = failure.code
        if failure.kind == .methodNotFound {
            // The suggested method of the daemon would do something else.
            message = "The daemon is of an earlier version, which cannot do this."
            hint = "Restart it after an update: sudo systemctl restart geofenced"
        } else {
            message = failure.message
            hint = failure.data?.hint
            suggestion = failure.data?.suggestion
        }
        firstKept = failure.data?.first
        problems = failure.data?.problems ?? []
    }

    /// Whether the same may be done later: the daemon starts, or its disk works again.
    var mayPass: Bool {
        !isFinal
            && (status == .unreachable || kind == FailureKind.storageUnavailable.rawValue)
    }

    /// Whether the cursor belongs to another log, or the daemon has lost the end of its log.
    var isOfAnotherLog: Bool {
        [FailureKind.cursorEpochChanged, .cursorAhead].contains { $0.rawValue == kind }
    }

    /// The text for standard error.
    var text: String {
        var lines = ["geofencectl: \(message)"]
        // A daemon that refuses gives the first of its problems as the message, too.
        lines += problems.filter { $0 != message }.map { "  \($0)" }
        if let suggestion { lines.append("Did you mean \(suggestion)?") }
        if let hint { lines.append(hint) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The JSON for standard output with `-o json`.
    var json: JSONValue {
        var error: [String: JSONValue] = [
            "kind": .string(kind), "message": .string(message),
            "exit": .integer(Int64(status.rawValue)),
        ]
        if let hint { error["hint"] = .string(hint) }
        if let code { error["code"] = .integer(Int64(code)) }
        if let suggestion { error["suggestion"] = .string(suggestion) }
        if !problems.isEmpty { error["problems"] = .array(problems.map { .string($0) }) }
        return .object(["error": .object(error)])
    }
}

extension ExitReason {
    fileprivate var word: String {
        switch self {
        case .ok: return "Ok"
        case .checkFailed: return "CheckFailed"
        case .usage: return "Usage"
        case .badData: return "BadData"
        case .noInput: return "NoInput"
        case .unreachable: return "Unreachable"
        case .timedOut: return "Timeout"
        case .noPermission: return FailureKind.permissionDenied.rawValue
        case .badConfiguration: return FailureKind.configInvalid.rawValue
        }
    }
}

extension Failure {
    /// The exit code that a refusal of the daemon becomes.
    fileprivate var status: ExitReason {
        switch kind {
        case .badJSON, .lineTooLong, .invalidRequest, .fenceInvalid, .cursorExpired, .cursorAhead,
            .cursorEpochChanged:
            return .badData
        case .invalidParams: return .usage
        case .notFound: return .noInput
        case .timeout, .busy: return .timedOut
        case .configInvalid: return .badConfiguration
        case .permissionDenied: return .noPermission
        case .methodNotFound, .internal, .alreadyExists, .invalidState, .sourceUnavailable,
            .tooLarge, .storageUnavailable, nil:
            return .checkFailed
        }
    }
}
