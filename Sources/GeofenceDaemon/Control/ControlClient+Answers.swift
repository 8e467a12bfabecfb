import ControlProtocol
import EventStore

extension ControlClient {
    /// Performs a request, or a later part of it; what it throws is the answer.
    func attempt(_ request: Request, _ perform: @Loop () throws -> Void) {
        do {
            try perform()
        } catch let failure as Failure {
            fail(failure, to: request)
        } catch {
            fail(Failure(.internal, "\(error)"), to: request)
        }
    }

    /// Answers when the events of a request are durable. While the disk fails, answers at once, with a
    /// sentence about that which `add` puts into the result.
    func reply<Result: Encodable & Sendable>(
        _ result: Result, to request: Request, whenDurableIn log: EventLog,
        addingFailure add:
            @escaping @Loop (_ code: String, _ sentence: String, inout Result) -> Void
    ) {
        var result = result
        log.whenSettled { [self] in
            if let failure = log.failure {
                add(failure.code, "what follows from it is not durable yet: \(failure)", &result)
            }
            reply(result, to: request)
        }
    }
}

extension Failure {
    /// The refusal of a change while the daemon stops: it would not be in the saved state, nor its events in
    /// the log.
    static var stopping: Failure {
        Failure(
            .busy, "The daemon stops, and changes nothing any more.",
            hint: "Try again when it has started.")
    }

    /// The refusal of a change by a client that may only read; members of `group` may change things.
    static func readOnly(group: String) -> Failure {
        Failure(
            .permissionDenied, "You may look, but not change anything.",
            hint: "Join the group \(group) to operate the daemon.")
    }
}
