public import ControlProtocol
public import SystemServices

/// Why there is no connection to the daemon.
public enum ConnectionFailure: Error, Hashable, Sendable {
    /// No connection could be made.
    case unreachable(SystemError)
    /// The daemon has closed the connection, before its greeting or after it.
    case closed(isGreeted: Bool)
    /// The daemon has refused the client or its request.
    case refused(Failure)
    /// The daemon has ended the stream; nil without a reason.
    case ended(Failure?)
    /// The daemon has sent a line that this version cannot read.
    case unreadable([UInt8])
    /// The daemon has sent a line that is too long.
    case overlong
    /// Another program listens on the socket.
    case foreign
    /// The daemon speaks another major version of the protocol.
    case otherProtocol(major: Int)
    /// The request is longer than the daemon reads; nothing was sent.
    case requestTooLong(limit_bytes: Int)
    /// The daemon has not answered in time.
    case timedOut
}

extension ConnectionFailure: CustomStringConvertible {
    /// One sentence for a log, without its full stop; the hint of the daemon follows as a second one.
    public var description: String {
        switch self {
        case .unreachable(let error): "\(error)"
        case .closed: "the daemon has closed the connection"
        case .refused(let failure):
            failure.message + (failure.data?.hint.map { " " + $0 } ?? "")
        case .ended(let failure): failure?.message ?? "the daemon has ended the stream"
        case .unreadable, .overlong: "the daemon has sent what this version cannot read"
        case .foreign: "the program that listens on the control socket is not geofenced"
        case .otherProtocol(let major):
            "the daemon speaks protocol \(major), this program \(ProtocolVersion.current.major)"
        case .requestTooLong(let limit):
            "the request is longer than the \(limit) bytes that the daemon reads"
        case .timedOut: "the daemon has not answered in time"
        }
    }
}
