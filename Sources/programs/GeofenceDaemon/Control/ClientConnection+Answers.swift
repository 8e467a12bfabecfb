import ControlProtocol
import EventStore

extension ClientConnection {
    /// Runs `perform`, which is a request or a later part of it, and answers with the error that it throws.
    func attempt(_ request: Request, _ perform: @Loop () throws -> Void) {
        do {
            try perform()
        } catch let failure as Failure {
            fail(failure, to: request)
        } catch {
            fail(Failure(.internal, "\(error)"), to: request)
        }
    }

    /// Answers when the events of the request are durable. While the disk fails, answers at once; `add` puts
    /// the code and the sentence of the failure into the result.
    func reply<Result: Encodable & Sendable>(
        _ result: Result, to request: Request, whenDurableIn log: EventLog,
        addingFailure add:
            @escaping @Loop (_ code: String, _ sentence: String, inout Result) -> Void
    ) {
        var result = result
        log.whenSettled { [self] in
            if let failure = log.failure {
                add(failure.code, "the resulting events are not durable yet: \(failure)", &result)
            }
            reply(result, to: request)
        }
    }
}

extension Failure {
    /// The failure for a change while the daemon stops, when neither the change nor its events would be
    /// saved any longer.
    static var stopping: Failure {
        Failure(
            .busy, "The daemon is stopping and takes no changes.",
            hint: "Try again when it has started.")
    }

    /// Returns the failure for a change by a client without the access `operate`, which members of `group` have.
    static func denied(_ access: Hello.Access, group: String) -> Failure {
        Failure(
            .permissionDenied,
            access == .consume
                ? "Your access is for reading and consuming events only."
                : "Your access is read-only.",
            hint: "Join the group \(group) to operate the daemon.")
    }
}
