import ControlProtocol
import Geofencing
import Settings
import Suggestions

/// A parsed line of a client, with the closure that performs it on the loop.
enum Call: Sendable {
    /// Performs a request, and answers the client now or later. Throws the `Failure` to answer with.
    typealias Performance = @Loop (Controls, Request, ClientConnection) throws -> Void

    /// A request, without the text of its parameters.
    case request(Request, Performance)
    /// A line that is not a request; the id is null when none can be read.
    case failure(Failure, id: RequestID)

    /// Parses a line. Does not read the parameters of a method that `access` does not permit.
    init(_ line: [UInt8], for access: Hello.Access) {
        let request: Request
        do throws(Failure) {
            request = try Request(line: line)
        } catch {
            self = .failure(error, id: Request.id(ofRefused: line))
            return
        }
        do throws(Failure) {
            self = .request(request.head, try Self.performance(of: request, for: access))
        } catch {
            self = .request(request.head) { _, _, _ in throw error }
        }
    }

    private static func performance(
        of request: Request, for access: Hello.Access
    ) throws(Failure) -> Performance {
        guard let method = request.method else {
            let name = request.name
            var failure = Failure(
                .methodNotFound, "There is no method \(name.prefix(longestName)).",
                hint: "rpc.discover lists every method.")
            failure.data?.suggestion = closestWord(
                to: name, among: Method.allCases.map(\.rawValue))
            throw failure
        }
        guard access.includes(method.access) else {
            return { controls, _, _ in
                throw Failure.denied(access, group: controls.active.settings.group)
            }
        }
        let perform = try performance(of: method, request)
        // Acknowledgements are accepted until the daemon ends, since they may concern the last events.
        guard method.access == .operate else { return perform }
        return { controls, request, client in
            guard !controls.status.isStopping else { throw Failure.stopping }
            try perform(controls, request, client)
        }
    }

    /// The maximum number of characters of an unknown method name that an answer repeats.
    private static let longestName = 100
}
