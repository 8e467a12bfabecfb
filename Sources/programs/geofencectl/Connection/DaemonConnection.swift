internal import ControlProtocol
internal import Glibc
internal import JSONText
internal import SystemServices

/// A connection to the control socket that transfers lines.
final class DaemonConnection {
    /// The socket's path, for messages.
    let path: String
    private let socket: OwnedDescriptor
    private var splitter = LineSplitter(limit: DaemonConnection.longestLine_bytes)
    private var lines: ArraySlice<[UInt8]> = []

    /// Connects. Throws a failure such as `unreachable` or `noPermission` with a hint.
    init(path: String, _ deadline: Deadline) throws {
        self.path = path
        do {
            socket = try UnixSocket.connect(to: path, deadline)
        } catch {
            throw DaemonConnection.failure(path, error)
        }
    }

    /// Sends one line. Throws `timedOut` when the daemon does not read it in time.
    func send(_ line: [UInt8], _ deadline: Deadline) throws {
        var rest = (line + [UInt8(ascii: "\n")])[...]
        while !rest.isEmpty {
            guard socket.waitToWrite(deadline) else { throw silence() }
            do {
                rest = rest.dropFirst(try socket.send(rest))
            } catch {
                // A daemon that refuses a client sends the reason before it closes the connection:
                // the caller reads it first.
                return
            }
        }
    }

    /// Returns the next line; nil when the daemon closed the connection. Throws `timedOut`.
    func nextLine(_ deadline: Deadline) throws -> [UInt8]? {
        while true {
            if let line = lines.popFirst() { return line }
            guard socket.waitToRead(deadline) else { throw silence() }
            let piece: [UInt8]
            do {
                piece = try socket.read(upTo: DaemonConnection.piece_bytes)
            } catch {
                switch error.code {
                case EAGAIN: continue
                default: return nil
                }
            }
            if piece.isEmpty { return nil }
            lines = []
            for item in splitter.push(piece) {
                switch item {
                case .line(let line): lines.append(line)
                case .tooLong:
                    throw CommandFailure(
                        .badData, "The daemon at \(path) sent an overlong line.",
                        hint: "Check that geofenced listens there and not another program.")
                }
            }
        }
    }

    /// Waits for a line if one is wanted, and for standard input if it is open. Returns whether a
    /// line or the end of the connection has arrived.
    func wait(forLine isWanted: Bool, orInput isOpen: Bool, _ deadline: Deadline) -> Bool {
        if isWanted, !lines.isEmpty { return true }
        // poll(2) ignores a negative descriptor.
        var queries = [
            pollfd(fd: isWanted ? socket.rawValue : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&queries, 2, deadline.milliseconds)
        return queries[0].revents != 0
    }

    private func silence() -> CommandFailure {
        CommandFailure(
            .timedOut, "The daemon at \(path) did not answer in time.",
            hint: "See systemctl status geofenced, or wait longer with --timeout.")
    }

    /// The most bytes of one read.
    private static let piece_bytes = 65_536
    /// The longest line accepted from the daemon: responses, unlike requests, may list very many
    /// fences.
    private static let longestLine_bytes = 256 * 1_048_576

    private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
        switch error.code {
        case ENOENT:
            return CommandFailure(
                .unreachable, "No daemon answers: there is no socket \(path).",
                hint: "Start it with: systemctl start geofenced (or give another --socket).")
        case ECONNREFUSED:
            return CommandFailure(
                .unreachable, "No daemon answers: no process listens on \(path).",
                hint: "See why it stopped with: systemctl status geofenced.")
        case EACCES, EPERM:
            guard let group = Group.owning(path), group != "root" else {
                return CommandFailure(
                    .noPermission, "You may not talk to the daemon: \(path) is for root.",
                    hint: "Use sudo.")
            }
            return CommandFailure(
                .noPermission,
                "You may not talk to the daemon: \(path) is for root and group \(group).",
                hint: "Join the group with: sudo usermod -aG \(group) $USER; then log in again.")
        case ETIMEDOUT:
            return CommandFailure(
                .timedOut, "The daemon at \(path) is too busy to accept a connection.",
                hint: "Try again, or wait longer with --timeout.")
        default:
            return CommandFailure(
                .unreachable, "No daemon answers at \(path): \(SystemError.reason(error.code)).",
                hint: "Check --socket and GEOFENCED_SOCKET.")
        }
    }
}
