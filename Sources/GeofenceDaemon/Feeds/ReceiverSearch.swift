import Chronology
import Composition
import NIOCore
import NIOPosix
import Positioning
import SystemServices

/// Chooses for a source of type `auto`: a gpsd that has a receiver, else the first receiver that is
/// plugged in.
@Loop
enum ReceiverSearch {
    /// Directories in which receivers appear.
    static let directories = ["/dev", "/dev/serial/by-id"]

    private static let host = "localhost"
    private static let port = 2947
    /// Seconds a gpsd on this machine has to list its devices.
    private nonisolated static let patience_s: Int64 = 1

    /// Makes one attempt: asks gpsd, then looks at the devices.
    static func open(_ handler: LinkHandler) -> EventLoopFuture<Link> {
        let bound = LoopBound(handler)
        return askGPSD().flatMap { answer in
            Loop.assume {
                switch answer {
                case .hasReceivers(let names):
                    let choice = "gpsd runs on \(host):\(port) and has \(names)"
                    return LinkOpeners.gpsd(host: host, port: port, choice: choice)(bound.value)
                case .hasNone:
                    return openDevice(bound.value, because: "gpsd runs but has no receiver")
                case .isAbsent:
                    return openDevice(bound.value, because: "no gpsd runs on \(host):\(port)")
                case .mayNotBeAsked:
                    let reason =
                        "the sandbox of the service, without the drop-in "
                        + "\(SourceTrouble.networkDropIn), lets nobody ask gpsd"
                    return openDevice(bound.value, because: reason)
                }
            }
        }
    }

    private static func openDevice(
        _ handler: LinkHandler, because reason: String
    ) -> EventLoopFuture<Link> {
        guard let device = receivers().first else {
            let trouble = SourceTrouble(
                code: "no-receiver",
                sentence: "no receiver found: \(reason), and there is nothing under "
                    + "/dev/serial/by-id, /dev/gps*, /dev/gnss*, /dev/ttyACM* or /dev/ttyUSB*; "
                    + "plug one in")
            return Loop.eventLoop.makeFailedFuture(SourceUnavailable(trouble: trouble))
        }
        let choice = "\(reason); \(device) is the first receiver found"
        return LinkOpeners.serial(device: device, baud: 0, choice: choice)(handler)
    }

    /// What may be receivers, the most certain first.
    nonisolated static func receivers() -> [String] { ReceiverNodes.paths(Directory.names) }

    private enum Answer: Sendable {
        case hasReceivers(String)
        case hasNone
        case isAbsent
        case mayNotBeAsked
    }

    /// Asks a gpsd on this machine which receivers it has.
    private static func askGPSD() -> EventLoopFuture<Answer> {
        let promise = Loop.eventLoop.makePromise(of: Answer.self)
        let question = GPSDQuestion { promise.succeed($0.isEmpty ? .hasNone : .hasReceivers($0)) }
        let handler = LinkHandler { question.take($0) }
        LinkOpeners.gpsd(host: host, port: port)(handler).whenComplete { outcome in
            switch outcome {
            case .failure(let error):
                let code = (error as? SourceUnavailable)?.trouble.code
                promise.succeed(
                    code == SourceTrouble.networkForbidden ? .mayNotBeAsked : .isAbsent)
            case .success(let link):
                link.channel.setOption(.autoRead, value: true).whenFailure { _ in }
                link.channel.closeFuture.whenComplete { _ in promise.succeed(.hasNone) }
                let timeout = Loop.eventLoop.scheduleTask(in: .seconds(patience_s)) {
                    promise.succeed(.hasNone)
                }
                promise.futureResult.whenComplete { _ in
                    timeout.cancel()
                    link.channel.close(promise: nil)
                }
            }
        }
        return promise.futureResult
    }
}

/// Waits for gpsd's list of devices.
@Loop
private final class GPSDQuestion {
    private var decoder = GPSDDecoder()
    private let answer: @Loop (String) -> Void

    init(_ answer: @escaping @Loop (String) -> Void) {
        self.answer = answer
    }

    func take(_ buffer: ByteBuffer) {
        var devices: [String]?
        decoder.receive(buffer.readableBytesUInt8Span, at: .init(nanoseconds: 0)) { report in
            if case .gpsd(.devices(let paths)) = report { devices = paths }
        }
        if let devices { answer(devices.joined(separator: ", ")) }
    }
}
