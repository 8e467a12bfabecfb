import Chronology
import NIOCore
import NIOPosix
import Positioning

/// Asks a gpsd on this machine which receivers it has, and whether one of them reports positions: a
/// stream of corrections, a compass or an AIS receiver is in its list, too.
@Loop
final class GPSDInquiry {
    /// What is known of it.
    enum Answer: Sendable {
        /// One of its devices reports positions, or that it has none now, or there is no other receiver.
        case hasReceivers([String])
        /// It has devices, none of which has reported anything about a position.
        case reportsNoPosition([String])
        case hasNone
        case isMute
        case isAbsent
        case mayNotBeAsked
    }

    nonisolated static let host = "localhost"
    nonisolated static let port = 2947
    nonisolated static let address = "\(host):\(port)"
    /// Seconds it has to list its devices; systemd may have to start it first.
    private nonisolated static let answer_s: Int64 = 5
    /// Seconds one of its devices has to report data of a position: gpsd opens them for the first
    /// client and searches for their speed.
    private nonisolated static let proof_s: Int64 = 20

    private var decoder = GPSDDecoder()
    private var devices: [String]?
    private let promise = Loop.eventLoop.makePromise(of: Answer.self)
    private let hasOthers: @Loop ([String]) -> Bool

    private init(_ hasOthers: @escaping @Loop ([String]) -> Bool) {
        self.hasOthers = hasOthers
    }

    /// Asks.
    ///
    /// - Parameter hasOthers: whether there is something beside the devices that gpsd lists; without
    ///   it nothing has to be proved.
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

    /// Until its devices are listed.
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
