public import ControlProtocol
internal import Glibc
internal import JSONText
internal import SystemServices

/// A connection to the control socket for a program with a poll loop of its own: nothing waits in it.
public final class DaemonLink {
    /// A line from the daemon.
    public enum News {
        /// The greeting.
        case hello(Hello)
        /// News of a kind that this program knows.
        case notification(NotificationKind, [UInt8])
        /// The answer to a request.
        case response(RequestID, [UInt8])
    }

    /// Where the daemon listens.
    public let path: String
    private var socket: Int32 = -1
    private var splitter = LineSplitter(limit: 16 << 20)
    private var unsent: [UInt8] = []
    private var lastID: Int64 = 0

    /// A connection that is not open.
    public init(path: String) { self.path = path }

    deinit { close() }

    /// The descriptor to poll; negative while it is closed.
    public var descriptor: Int32 { socket }
    /// Whether it is open.
    public var isOpen: Bool { socket >= 0 }
    /// Whether requests wait to be sent.
    public var wantsWrite: Bool { isOpen && !unsent.isEmpty }

    /// Connects. Gives why that failed; nil where it has not.
    public func open() -> String? {
        close()
        guard let address = UnixAddress(path) else { return "the path \(path) is too long" }
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard socket >= 0 else { return Self.reason() }
        let socket = socket
        let outcome = unsafe address.withPointer { unsafe connect(socket, $0, $1) }
        guard outcome == 0 else {
            let reason = Self.reason()
            close()
            return "\(path): \(reason)"
        }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        return nil
    }

    /// Closes it; what was not sent is lost.
    public func close() {
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
        splitter = LineSplitter(limit: 16 << 20)
        unsent = []
    }

    /// Sends a request; gives the id of its answer.
    @discardableResult
    public func request(_ method: Method, _ parameters: some Encodable) -> RequestID {
        lastID += 1
        let id = RequestID.number(lastID)
        unsent += Request.line(id: id, method, parameters) + [UInt8(ascii: "\n")]
        flush()
        return id
    }

    /// Sends a request that is not answered.
    public func notify(_ method: Method, _ parameters: some Encodable) {
        unsent += Request.notification(method, parameters) + [UInt8(ascii: "\n")]
        flush()
    }

    /// Sends as much as the daemon takes.
    public func flush() {
        while isOpen, !unsent.isEmpty {
            let count = unsafe send(socket, unsent, unsent.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // Reading finds out that the connection is over; until then nothing waits to be sent.
                if errno != EAGAIN { unsent = [] }
                return
            }
            unsent.removeFirst(count)
        }
    }

    /// Reads what is there; nil where the daemon has closed the connection or sends what is no line of it.
    public func read() -> [News]? {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(socket, &piece, piece.count)
        guard count > 0 else {
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
        }
        var news: [News] = []
        for item in splitter.push(piece[..<count]) {
            guard case .line(let line) = item, let incoming = try? Incoming(line: line) else {
                return nil
            }
            switch incoming {
            case .response(let id): news.append(.response(id, line))
            case .notification(.hello?):
                guard let hello = try? Wire.value(Notification<Hello>.self, from: line).params,
                    hello.protocol.major == ProtocolVersion.current.major
                else { return nil }
                news.append(.hello(hello))
            case .notification(let kind?): news.append(.notification(kind, line))
            case .notification(nil): break
            }
        }
        return news
    }

    private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
