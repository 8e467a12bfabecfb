internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// Sends requests to the daemon for one command, and reads the notifications; its failures are those of the command.
final class Client {
    /// The greeting of the daemon.
    let hello: Hello
    /// The seconds that one request may take.
    let timeout_s: Double
    private let connection: DaemonConnection
    private var lastUse = Clocks.monotonic_s

    /// Connects and reads the greeting. Throws a `CommandFailure` with a hint.
    init(path: String, timeout_s: Double) throws {
        self.timeout_s = timeout_s
        connection = DaemonConnection(path: path)
        do {
            try connection.open(.after(seconds: timeout_s))
        } catch {
            throw CommandFailure(error, path: path)
        }
        guard let hello = connection.hello else {
            throw CommandFailure(.closed(isGreeted: false), path: path)
        }
        self.hello = hello
    }

    /// Whether the daemon may soon close the connection: half its idle limit has passed since the
    /// last request.
    var isStale: Bool {
        hello.idle_s.map { Clocks.monotonic_s - lastUse > $0 / 2 } ?? false
    }

    /// Performs a method. Throws the failure that the daemon returns, or `timedOut` at the
    /// deadline, by default after `timeout_s`.
    func call<Result: Decodable & Sendable>(
        _ method: Method, _ parameters: some Encodable, as type: Result.Type = Result.self,
        until deadline: Deadline? = nil
    ) throws -> Result {
        lastUse = Clocks.monotonic_s
        let line: [UInt8]
        do {
            line = try connection.call(method, parameters, deadline ?? .after(seconds: timeout_s))
        } catch {
            var failure = CommandFailure(error, path: connection.path)
            if case .requestTooLong = error { failure.hint = method.remedyForLength }
            throw failure
        }
        switch try? Wire.value(Response<Result>.self, from: line) {
        case .result(let result, _): return result
        case .failure(let failure, _): throw CommandFailure(failure)
        case nil: throw CommandFailure(.unreadable(line), path: connection.path)
        }
    }

    /// Returns the next notification of a stream with a time limit of the user, and its line; nil
    /// at the deadline. Throws when the daemon closed the connection.
    func nextNotification(
        until deadline: Deadline
    ) throws -> (kind: NotificationKind, line: [UInt8])? {
        do {
            return try notification(deadline)
        } catch let failure as CommandFailure where failure.status == .timedOut {
            return nil
        }
    }

    /// Returns the next notification of a stream that ends, and its line. Throws `timedOut` when
    /// none arrives for `timeout_s`, and throws when the daemon closed the connection.
    func nextNotification() throws -> (kind: NotificationKind, line: [UInt8]) {
        try notification(.after(seconds: timeout_s))
    }

    private func notification(
        _ deadline: Deadline
    ) throws -> (kind: NotificationKind, line: [UInt8]) {
        while true {
            do {
                let message = try connection.next(deadline)
                if case .notification(let kind, let line) = message { return (kind, line) }
            } catch {
                throw CommandFailure(error, path: connection.path)
            }
        }
    }

    /// Returns the parameters of a notification.
    func params<Parameters: Decodable & Sendable>(
        _ type: Parameters.Type, of line: [UInt8]
    ) throws -> Parameters {
        guard let value = try? Wire.value(Notification<Parameters>.self, from: line) else {
            throw CommandFailure(.unreadable(line), path: connection.path)
        }
        return value.params
    }
}
