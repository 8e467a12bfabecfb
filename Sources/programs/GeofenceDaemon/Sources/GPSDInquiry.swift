import Chronology
import NIOCore
import NIOPosix
import Positioning

/// Asks a gpsd on this machine which receivers it has, and whether one of them reports positions: its
/// list may also contain a source of corrections, a compass or an AIS receiver.
@Loop
final class GPSDInquiry {
    /// The result of an inquiry.
    enum Answer: Sendable {
        /// A device reports positions or the lack of a fix, or there is no other receiver.
        case hasReceivers([String])
        /// No device of gpsd has reported a position or the lack of one in time.
        case reportsNoPosition([String])
        case hasNone
        case isMute
        case isAbsent
        case mayNotBeAsked
    }

    nonisolated static let host = "localhost"
    nonisolated static let port = 2947
    nonisolated static let address = "\(host):\(port)"
    /// The seconds that gpsd has to list its devices; systemd may have to start it first.
    private nonisolated static let answer_s: Int64 = 5
    /// The seconds that a listed device has to report anything about a position: gpsd opens its devices
    /// for the first client and searches for their speed.
    private nonisolated static let proof_s: Int64 = 20

    private var decoder = GPSDDecoder()
    private var devices: [String]?
    private let promise = Loop.eventLoop.makePromise(of: Answer.self)
    private let hasOthers: @Loop ([String]) -> Bool

    private init(_ hasOthers: @escaping @Loop ([String]) -> Bool) {
        self.hasOthers = hasOthers
    }

    /// Asks gpsd, and closes the connection when the answer is known.
    ///
    /// - Parameter hasOthers: whether there are receivers besides the devices that gpsd lists. If not,
    ///   these devices need not report a position.
    static func ask(
        _ hasOthers: @escaping @Loop ([String]) -> Bool
    ) -> EventLoopFuture<Answer> {
        let inquiry = GPSDInquiry(hasOthers)
        let handler = LinkHandler { inquiry.take($0) }
        LinkOpeners.gpsd(host: host, port: port)(handler).whenComplete { outcome in
            Loop.assume { inquiry.settle(outcome) }
        }
        return inquiry.promise.futureResult
    }

    private func settle(_ outcome: Result<Link, any Error>) {
        switch outcome {
        case .failure(let error):
            let code = (error as? SourceUnavailable)?.trouble.code
            promise.succeed(code == SourceTrouble.networkForbidden ? .mayNotBeAsked : .isAbsent)
        case .success(let link):
            let promise = promise
            let timeout = Loop.after(.seconds(Self.answer_s)) { promise.succeed(.isMute) }
            let proof = Loop.after(.seconds(Self.answer_s + Self.proof_s)) {
                promise.succeed(.reportsNoPosition(self.devices ?? []))
            }
            self.timeout = timeout
            link.channel.closeFuture.whenComplete { _ in promise.succeed(.isMute) }
            promise.futureResult.whenComplete { _ in
                Loop.assume {
                    timeout.cancel()
                    proof.cancel()
                    link.channel.close(promise: nil)
                }
            }
            link.channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }

    /// The timer for the list of devices.
    private var timeout: LoopTimer?

    private func take(_ buffer: ByteBuffer) {
        var reportsPosition = false
        var listed: [String]?
        decoder.receive(buffer.readableBytesUInt8Span, at: .init(nanoseconds: 0)) { report in
            switch report {
            case .gpsd(.devices(let paths)): listed = paths
            case .fix, .noFix: reportsPosition = true
            case .failure, .discard, .timeFault, .gpsd: break
            }
        }
        if let listed {
            devices = listed
            timeout?.cancel()
        }
        guard let devices else { return }
        if devices.isEmpty {
            promise.succeed(.hasNone)
        } else if reportsPosition || !hasOthers(devices) {
            promise.succeed(.hasReceivers(devices))
        }
    }
}
