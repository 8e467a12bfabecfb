import NIOCore
import NIOPosix
import Positioning
import SystemServices

extension SourceTrouble {
    /// The trouble that an error met while opening amounts to.
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
        case let error as NIOConnectionError:
            let reason = error.connectionErrors.first.map { "\($0.error)" } ?? "no address"
            self.init(
                code: "unreachable",
                sentence: "cannot connect to \(error.host):\(error.port) (\(reason)); "
                    + "start it there or correct host and port")
        case let error as IOError:
            self.init(
                code: "unreachable",
                sentence: "\(error.description); start it there or correct host and port")
        default:
            self.init(code: "unreachable", sentence: "\(error); it is tried again by itself")
        }
    }
}

/// Nothing to open was found.
struct SourceUnavailable: Error {
    /// Why, and what to do.
    var trouble: SourceTrouble
}
