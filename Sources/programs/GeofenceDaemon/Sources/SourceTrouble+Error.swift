import Glibc
import NIOCore
import NIOPosix
import Positioning
import SystemServices

extension SourceTrouble {
    /// Creates the trouble for an error that occurred while opening.
    init(_ error: any Error) {
        switch error {
        case SerialPortFailure.missing(let path):
            let failure = SerialPortFailure.missing(path: path)
            let others = ReceiverSearch.receivers()
            let hint = others.isEmpty ? "" : "; there are " + others.joined(separator: ", ")
            self.init(code: failure.code, sentence: failure.description + hint)
        case let failure as SerialPortFailure:
            self.init(
                code: failure.code, sentence: failure.description, holder: failure.holder)
        case let error as SystemError:
            self.init(code: "start-failed", sentence: "\(error)")
        case let trouble as SourceUnavailable:
            self = trouble.trouble
        default:
            self.init(
                code: "unreachable",
                sentence: "\(Self.reason(error)); it is tried again by itself")
        }
    }

    /// Creates the trouble with an address: `attempt` names what failed, `remedy` what to do.
    init(_ attempt: String, _ error: any Error, remedy: String) {
        if Self.isForbidden(error) {
            self.init(
                code: Self.networkForbidden,
                sentence: "cannot \(attempt): the sandbox of the service forbids it; allow it with "
                    + "the drop-in \(Self.networkDropIn), where another host needs an "
                    + "IPAddressAllow= of its own, and restart the service")
        } else {
            let reason = Self.reason(error)
            self.init(code: "unreachable", sentence: "cannot \(attempt): \(reason); \(remedy)")
        }
    }

    /// The code for a connection that the sandbox of the service forbids.
    static let networkForbidden = "network-forbidden"
    /// The drop-in of the unit that allows connections.
    static let networkDropIn = "/usr/share/doc/geofenced/examples/network.conf"

    /// Whether RestrictAddressFamilies= of the unit keeps the service from the network.
    private static func isForbidden(_ error: any Error) -> Bool {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.contains { isForbidden($0.error) }
        case let error as IOError: error.errnoCode == EAFNOSUPPORT
        default: false
        }
    }

    /// Returns the reason in words of the C library: those of NIO name its own functions.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            (error.connectionErrors.first?.error ?? error.dnsAError ?? error.dnsAAAAError)
                .map(reason) ?? "it has no address"
        case let error as IOError: SystemError.reason(error.errnoCode)
        case let error as SocketAddressError.UnknownHost: error.errorDescription
        case ChannelError.connectTimeout(let time):
            // The kernel drops packets that the unit does not allow, without an error.
            "no answer within \(time.nanoseconds / 1_000_000_000) s, as when IPAddressAllow= of the "
                + "unit leaves that host out"
        default: "\(error)"
        }
    }
}

/// The error of a source that cannot be opened.
struct SourceUnavailable: Error {
    /// The reason, and what to do.
    var trouble: SourceTrouble
}
