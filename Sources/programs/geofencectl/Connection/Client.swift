internal import ControlProtocol

/// Sends requests to the daemon and reads its lines.
final class Client {
    /// The greeting of the daemon.
    let hello: Hello
    /// The seconds that one request may take.
    let timeout_s: Double
    private let connection: DaemonConnection
    private var lastID: Int64 = 0
    private var lastUse = Clock.monotonic
    private var early: ArraySlice<[UInt8]> = []

    /// Connects and reads the greeting. Throws a `CommandFailure` with a hint.
    init(path: String, timeout_s: Double) throws {
        self.timeout_s = timeout_s
        let deadline = Deadline.after(seconds: timeout_s)
        connection = try DaemonConnection(path: path, deadline)
        guard let line = try connection.nextLine(deadline) else {
            var failure = CommandFailure(
                .unreachable, "The daemon at \(path) closed the connection at once.",
                hint: "See why with: journalctl -u geofenced -n 20.")
            failure.isClosedUnheard = true
            throw failure
        }
        if case .response? = try? Incoming(line: line),
            case .failure(let failure, _)? = try? Wire.value(Response<Nothing>.self, from: line)
        {
            throw CommandFailure(failure)
        }
        guard let hello = try? Wire.value(Notification<Hello>.self, from: line).params,
            hello.server == "geofenced"
        else {
            throw CommandFailure(
                .unreachable, "The server on \(path) is not geofenced.",
                hint: "Check --socket and GEOFENCED_SOCKET.", isFinal: true)
        }
        guard hello.protocol.major == ProtocolVersion.current.major else {
            throw CommandFailure(
                .unreachable,
                "The daemon speaks protocol \(hello.protocol.major), this client"
                    + " \(ProtocolVersion.current.major).",
                hint: "Install geofenced and geofencectl of the same version.", isFinal: true)
        }
        self.hello = hello
    }

    /// Whether the daemon may soon close the connection: half its idle limit has passed since the
    /// last request.
    var isStale: Bool {
        guard let idle_s = hello.idle_s else { return false }
        return Double(Clock.monotonic - lastUse) / 1e9 > idle_s / 2
    }

    /// Performs a method. Throws the failure that the daemon returns, or `timedOut` at the
    /// deadline, by default after `timeout_s`.
    func call<Result: Decodable & Sendable>(
        _ method: Method, _ parameters: some Encodable, as type: Result.Type = Result.self,
        until deadline: Deadline? = nil
    ) throws -> Result {
        lastID += 1
        lastUse = Clock.monotonic
        let deadline = deadline ?? .after(seconds: timeout_s)
        let request = Request.line(id: .number(lastID), method, parameters)
        guard request.count <= hello.max_line else {
            throw CommandFailure(
                .badData,
                "The request is longer than the \(hello.max_line) bytes the daemon reads.",
                hint: method.remedyForLength)
        }
        try connection.send(request, deadline)
        while let line = try connection.nextLine(deadline) {
            switch try incoming(line) {
            case .notification: early.append(line)
            case .response:
                guard let response = try? Wire.value(Response<Result>.self, from: line) else {
                    throw strange(line)
                }
                switch response {
                case .result(let result, .number(lastID)): return result
                case .result: continue
                case .failure(let failure, _): throw CommandFailure(failure)
                }
            }
        }
        throw closed()
    }

    /// Sends a request that gets no response.
    func notify(_ method: Method, _ parameters: some Encodable) throws {
        lastUse = Clock.monotonic
        let request = Request.notification(method, parameters)
        try connection.send(request, .after(seconds: timeout_s))
    }

    /// Waits for a notification if `takesMore`, and for standard input if it is open. Returns
    /// whether a notification or the end of the connection has arrived.
    func waitForNews(_ takesMore: Bool, orInput isOpen: Bool, _ deadline: Deadline) -> Bool {
        if takesMore, !early.isEmpty { return true }
        return connection.wait(forLine: takesMore, orInput: isOpen, deadline)
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
        while let line = try early.popFirst() ?? connection.nextLine(deadline) {
            if case .notification(let kind?) = try incoming(line) { return (kind, line) }
        }
        throw closed()
    }

    /// Returns the parameters of a notification.
    func params<Parameters: Decodable & Sendable>(
        _ type: Parameters.Type, of line: [UInt8]
    ) throws -> Parameters {
        guard let value = try? Wire.value(Notification<Parameters>.self, from: line) else {
            throw strange(line)
        }
        return value.params
    }

    /// Returns the failure for a connection that ended too early.
    func closed() -> CommandFailure {
        CommandFailure(
            .unreachable, "The daemon closed the connection.",
            hint: "See why with: journalctl -u geofenced -n 20.")
    }

    private func incoming(_ line: [UInt8]) throws -> Incoming {
        guard let incoming = try? Incoming(line: line) else { throw strange(line) }
        return incoming
    }

    private func strange(_ line: [UInt8]) -> CommandFailure {
        CommandFailure(
            .badData,
            "The daemon sent what this client cannot read:"
                + " \(String(decoding: line.prefix(200), as: UTF8.self))",
            hint: "Install geofenced and geofencectl of the same version.")
    }
}
