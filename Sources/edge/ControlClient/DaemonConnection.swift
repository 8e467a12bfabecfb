public import ControlProtocol
internal import Glibc
internal import JSONText
public import SystemServices

/// A connection to the control socket of the daemon.
///
/// Sending only adds to a buffer. Every wait of this class reads as well as it writes: the daemon reads nothing from
/// a client that reads nothing, so that a client which only writes would wait for ever.
public final class DaemonConnection {
    /// A line from the daemon.
    public enum Message: Sendable {
        /// The greeting.
        case hello(Hello)
        /// A notification of a known kind, with its line.
        case notification(NotificationKind, [UInt8])
        /// The response to a request, with its line.
        case response(RequestID, [UInt8])
    }

    /// The path of the socket.
    public let path: String
    /// The greeting of the daemon; nil before it.
    public private(set) var hello: Hello?
    private var socket: Int32 = -1
    private var splitter = LineSplitter(limit: DaemonConnection.line_bytes)
    private var unsent: [UInt8] = []
    /// Messages that were read and not returned by `next`.
    private var received: ArraySlice<Message> = []
    private var lastID: Int64 = 0

    /// The most bytes of one read.
    private static let piece_bytes = 65_536
    /// The longest line that is accepted: responses, unlike requests, may list very many fences.
    private static let line_bytes = 256 << 20
    /// Seconds between two tries while the listener's queue is full, for which the kernel has no event.
    private static let queue_s = 0.02

    /// Creates a connection that is not open.
    public init(path: String) { self.path = path }

    deinit { close() }

    /// The descriptor to poll; negative while the connection is closed.
    public var descriptor: Int32 { socket }
    /// Whether the connection is open.
    public var isOpen: Bool { socket >= 0 }
    /// Whether bytes wait to be sent.
    public var wantsWrite: Bool { isOpen && !unsent.isEmpty }

    /// Connects without waiting. Throws `unreachable`, with `EAGAIN` while the queue of the daemon is full.
    public func open() throws(ConnectionFailure) {
        close()
        do throws(SystemError) {
            guard let address = UnixAddress(path) else {
                throw SystemError("connect to \(path)", code: ENAMETOOLONG)
            }
            let descriptor = try OwnedDescriptor.unixStream()
            var outcome: Int32
            repeat {
                outcome = unsafe address.withPointer {
                    unsafe connect(descriptor.rawValue, $0, $1)
                }
            } while outcome != 0 && errno == EINTR
            guard outcome == 0 else { throw SystemError("connect to \(path)", code: errno) }
            socket = descriptor.release()
        } catch {
            throw .unreachable(error)
        }
    }

    /// Connects and reads the greeting. Throws the reason for which there is no connection.
    public func open(_ deadline: Deadline) throws(ConnectionFailure) {
        while true {
            do {
                try open()
                break
            } catch {
                guard case .unreachable(let system) = error, system.code == EAGAIN else {
                    throw error
                }
                guard !deadline.isOver else {
                    throw .unreachable(SystemError(system.attempt, code: ETIMEDOUT))
                }
                Deadline.after(seconds: Self.queue_s).pause()
            }
        }
        while hello == nil { _ = try next(deadline) }
    }

    /// Closes the connection; bytes that are not sent are lost.
    public func close() {
        if socket >= 0 { _ = Glibc.close(socket) }
        socket = -1
        splitter = LineSplitter(limit: Self.line_bytes)
        unsent = []
        received = []
        hello = nil
    }

    /// Sends a request. Returns the id of its response.
    @discardableResult
    public func request(_ method: Method, _ parameters: some Encodable) -> RequestID {
        lastID += 1
        let id = RequestID.number(lastID)
        send(Request.line(id: id, method, parameters))
        return id
    }

    /// Sends a request that gets no response.
    public func notify(_ method: Method, _ parameters: some Encodable) {
        send(Request.notification(method, parameters))
    }

    private func send(_ line: [UInt8]) {
        unsent += line
        unsent.append(UInt8(ascii: "\n"))
        flush()
    }

    /// Sends as many bytes as the daemon accepts now.
    public func flush() {
        while isOpen, !unsent.isEmpty {
            let count = unsafe Glibc.send(socket, unsent, unsent.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // A daemon that refuses a client sends the reason before it closes the connection: reading finds it.
                if errno != EAGAIN { unsent = [] }
                return
            }
            unsent.removeFirst(count)
        }
    }

    /// Reads and returns what has come; empty when nothing has. Throws when the connection is over or the daemon
    /// sends what this version cannot read; the caller then closes the connection.
    public func read() throws(ConnectionFailure) -> [Message] {
        defer { received = [] }
        try receive()
        return Array(received)
    }

    private func receive() throws(ConnectionFailure) {
        var piece = [UInt8](repeating: 0, count: Self.piece_bytes)
        let count = unsafe Glibc.read(socket, &piece, piece.count)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            throw .closed(isGreeted: hello != nil)
        }
        for item in splitter.push(piece[..<count]) {
            guard case .line(let line) = item else { throw .overlong }
            if let message = try message(of: line) { received.append(message) }
        }
    }

    /// Returns the message in a line; nil for a notification of a later version.
    private func message(of line: [UInt8]) throws(ConnectionFailure) -> Message? {
        guard let incoming = try? Incoming(line: line) else {
            throw hello == nil ? .foreign : .unreadable(line)
        }
        guard hello != nil else { return .hello(try greeting(incoming, line)) }
        switch incoming {
        case .response(let id): return .response(id, line)
        case .notification(let kind): return kind.map { .notification($0, line) }
        }
    }

    private func greeting(
        _ incoming: Incoming, _ line: [UInt8]
    ) throws(ConnectionFailure) -> Hello {
        if case .response = incoming,
            case .failure(let failure, _)? = try? Wire.value(Response<Nothing>.self, from: line)
        {
            throw .refused(failure)
        }
        guard let hello = try? Wire.value(Notification<Hello>.self, from: line).params,
            hello.server == "geofenced"
        else { throw .foreign }
        guard hello.protocol.major == ProtocolVersion.current.major else {
            throw .otherProtocol(major: hello.protocol.major)
        }
        self.hello = hello
        return hello
    }
}

extension DaemonConnection {
    /// Waits for the next message and returns it. Throws `timedOut` at the deadline.
    public func next(_ deadline: Deadline) throws(ConnectionFailure) -> Message {
        while true {
            if let message = received.popFirst() { return message }
            guard isOpen else { throw .closed(isGreeted: hello != nil) }
            let polls = PollSet()
            let index = polls.add(socket, writes: wantsWrite)
            polls.wait(deadline)
            if polls.canWrite(index) { flush() }
            if polls.canRead(index) {
                try receive()
            } else if deadline.isOver {
                throw .timedOut
            }
        }
    }

    /// Sends a request and returns the line of its response. Keeps the notifications that come before it for `next`.
    /// Throws `timedOut` at the deadline, and `requestTooLong`.
    public func call(
        _ method: Method, _ parameters: some Encodable, _ deadline: Deadline
    ) throws(ConnectionFailure) -> [UInt8] {
        lastID += 1
        let wanted = RequestID.number(lastID)
        let bytes = Request.line(id: wanted, method, parameters)
        if let limit = hello?.max_line, bytes.count > limit {
            throw .requestTooLong(limit_bytes: limit)
        }
        send(bytes)
        var early = received
        received = []
        defer { received = early + received }
        while true {
            switch try next(deadline) {
            case .hello: continue
            case .notification(let kind, let line): early.append(.notification(kind, line))
            // The response without an id says why the daemon closes the connection.
            case .response(let id, let line):
                if id == wanted || id == .null { return line }
            }
        }
    }
}
