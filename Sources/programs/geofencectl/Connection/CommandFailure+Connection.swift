internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import SystemServices

extension CommandFailure {
    /// Creates the failure of a command that has no connection to the daemon, with a hint.
    init(_ failure: ConnectionFailure, path: String) {
        let sameVersion = "Install geofenced and geofencectl of the same version."
        let seeJournal = "See why with: journalctl -u geofenced -n 20."
        switch failure {
        case .unreachable(let error): self = .unreachable(path, error.code)
        case .closed(isGreeted: true):
            self.init(.unreachable, "The daemon closed the connection.", hint: seeJournal)
        case .closed(isGreeted: false):
            self.init(
                .unreachable, "The daemon at \(path) closed the connection at once.",
                hint: seeJournal)
            isClosedUnheard = true
        case .refused(let failure), .ended(let failure?): self.init(failure)
        case .ended(nil): self.init(.unreachable, "The daemon ended the stream.", hint: seeJournal)
        case .unreadable(let line):
            self.init(
                .badData,
                "The daemon sent what this client cannot read:"
                    + " \(String(decoding: line.prefix(200), as: UTF8.self))", hint: sameVersion)
        case .overlong:
            self.init(
                .badData, "The daemon at \(path) sent an overlong line.",
                hint: "Check that geofenced listens there and not another program.")
        case .foreign:
            self.init(
                .unreachable, "The server on \(path) is not geofenced.",
                hint: "Check --socket and GEOFENCED_SOCKET.", isFinal: true)
        case .otherProtocol(let major):
            self.init(
                .unreachable,
                "The daemon speaks protocol \(major), this client"
                    + " \(ProtocolVersion.current.major).", hint: sameVersion, isFinal: true)
        case .requestTooLong(let limit):
            self.init(
                .badData, "The request is longer than the \(limit) bytes the daemon reads.")
        case .timedOut:
            self.init(
                .timedOut, "The daemon at \(path) did not answer in time.",
                hint: "See systemctl status geofenced, or wait longer with --timeout.")
        }
    }

    private static func unreachable(_ path: String, _ code: Int32) -> CommandFailure {
        switch code {
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
                .unreachable, "No daemon answers at \(path): \(SystemError.reason(code)).",
                hint: "Check --socket and GEOFENCED_SOCKET.")
        }
    }
}
