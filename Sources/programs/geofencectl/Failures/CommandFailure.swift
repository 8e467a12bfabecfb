internal import ArgumentParser
internal import ControlProtocol

/// Why a command failed, for people, programs and the shell.
struct CommandFailure: Error {
    /// The reason as an exit code.
    var status: ExitReason
    /// The stable code for programs.
    var kind: String
    /// One sentence: what, where, why.
    var message: String
    /// One sentence on what to do.
    var hint: String?
    /// The JSON-RPC code of a failure from the daemon.
    var code: Int?
    /// The name that was probably meant.
    var suggestion: String?
    /// The oldest retained event, when the client requested older ones.
    var firstKept: Int64?
    /// Whether every further try fails for the same reason.
    var isFinal = false
    /// Whether the connection was accepted and closed without a line: with geofenced.socket, each
    /// try starts a daemon that ends immediately.
    var isClosedUnheard = false
    /// All problems, when there are several.
    var problems: [String] = []

    /// Creates a failure that the client itself found.
    init(
        _ status: ExitReason, _ message: String, hint: String? = nil, isFinal: Bool = false
    ) {
        self.status = status
        kind = status.word
        self.message = message
        self.hint = hint
        self.isFinal = isFinal
    }

    /// Creates the failure for an error response of the daemon.
    init(_ failure: Failure) {
        status = failure.status
        kind = failure.data?.kind ?? "Unknown"
        code = failure.code
        if failure.kind == .methodNotFound {
            // The method that the daemon suggests would do something else.
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

    /// Whether a later try may succeed: when the daemon starts, or its disk works again.
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
        // The daemon repeats the first of its problems as the message.
        lines += problems.filter { $0 != message }.map { "  \($0)" }
        if let suggestion { lines.append("Did you mean \(suggestion)?") }
        if let hint { lines.append(hint) }
        return lines.map { printable($0) + "\n" }.joined()
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
    /// The exit code for an error response of the daemon.
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

/// The exit codes of geofencectl, from sysexits.h where one fits.
enum ExitReason: Int32, CaseIterable {
    /// The command succeeded.
    case ok = 0
    /// A check failed, or the daemon refused.
    case checkFailed = 1
    /// The command line is wrong.
    case usage = 64
    /// The data from the user is wrong.
    case badData = 65
    /// A file or a name on the command line does not exist.
    case noInput = 66
    /// The daemon cannot be reached.
    case unreachable = 69
    /// The command took too long.
    case timedOut = 75
    /// This user lacks permission.
    case noPermission = 77
    /// The configuration is wrong.
    case badConfiguration = 78
}

extension ExitCode {
    /// Creates the code for a reason; the command has printed its result.
    init(_ reason: ExitReason) {
        self.init(reason.rawValue)
    }
}
