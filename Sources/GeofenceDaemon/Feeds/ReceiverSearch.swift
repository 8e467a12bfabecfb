import Chronology
import Composition
import NIOCore
import NIOPosix
import Positioning
import SystemServices

/// Chooses for a source of type `auto`: a gpsd that has a receiver, else the first receiver that is
/// plugged in and speaks. A modem with a receiver has several ports, of which one does.
@Loop
final class ReceiverSearch {
    /// Directories in which receivers appear.
    nonisolated static let directories = ["/dev", "/dev/serial/by-id"]

    private nonisolated static let gpsd = (host: "localhost", port: 2947)
    private nonisolated static let address = "\(gpsd.host):\(gpsd.port)"
    /// Seconds a gpsd on this machine has to list its devices; systemd may have to start it first.
    private nonisolated static let answer_s: Int64 = 5
    /// Seconds a device has for its first sentence while another might have one: every speed of a line
    /// comes to its turn, also where a receiver speaks only every five seconds.
    private nonisolated static let word_s: Int64 = 60

    /// How often devices were given up because they did not speak.
    private var givenUp: [String: Int] = [:]

    /// Makes one attempt: asks gpsd, then looks at the devices.
    func open(_ handler: LinkHandler) -> EventLoopFuture<Link> {
        let bound = LoopBound(handler)
        return Self.askGPSD().flatMap { answer in
            Loop.assume {
                switch answer {
                case .hasReceivers(let names):
                    let choice = "gpsd runs on \(Self.address) and has \(names)"
                    return LinkOpeners.gpsd(
                        host: Self.gpsd.host, port: Self.gpsd.port, choice: choice)(bound.value)
                case .hasNone:
                    return self.openDevice(bound.value, because: "gpsd runs but has no receiver")
                case .isMute:
                    return self.openDevice(
                        bound.value, because: "what runs on \(Self.address) does not answer")
                case .isAbsent:
                    return self.openDevice(bound.value, because: "no gpsd runs on \(Self.address)")
                case .mayNotBeAsked:
                    let reason =
                        "the sandbox of the service, without the drop-in "
                        + "\(SourceTrouble.networkDropIn), lets nobody ask gpsd"
                    return self.openDevice(bound.value, because: reason)
                }
            }
        }
    }

    private func openDevice(
        _ handler: LinkHandler, because reason: String
    ) -> EventLoopFuture<Link> {
        // Those that were given up least often first.
        let devices = Self.devices().enumerated().sorted {
            (givenUp[$0.element, default: 0], $0.offset)
                < (givenUp[$1.element, default: 0], $1.offset)
        }.map(\.element)
        guard !devices.isEmpty else {
            let trouble = SourceTrouble(
                code: "no-receiver",
                sentence: "no receiver found: \(reason), and there is nothing under "
                    + "/dev/serial/by-id, /dev/gps*, /dev/gnss*, /dev/ttyACM* or /dev/ttyUSB*; "
                    + "plug one in")
            return Loop.eventLoop.makeFailedFuture(SourceUnavailable(trouble: trouble))
        }
        return open(devices[...], handler, because: reason)
    }

    /// Opens the first of them that can be opened. What the sandbox forbids is not passed over: its
    /// driver came after the service, and a new start of that will find it allowed.
    private func open(
        _ devices: ArraySlice<String>, _ handler: LinkHandler, because reason: String
    ) -> EventLoopFuture<Link> {
        let device = devices[devices.startIndex]
        let bound = LoopBound(handler)
        return LinkOpeners.serial(
            device: device, baud: 0,
            choice: "\(reason); \(device) is the first receiver found\(passedOver(for: device))")(
                handler
            )
            .map { link in Loop.assume { self.limited(link, device) } }
            .flatMapError { error in
                Loop.assume {
                    guard !Self.isForbidden(error), devices.count > 1 else {
                        return Loop.eventLoop.makeFailedFuture(error)
                    }
                    return self.open(devices.dropFirst(), bound.value, because: reason)
                        .flatMapErrorThrowing { throw Self.isForbidden($0) ? $0 : error }
                }
            }
    }

    private nonisolated static func isForbidden(_ error: any Error) -> Bool {
        if case SerialPortFailure.forbidden = error { true } else { false }
    }

    /// What was given up more often than a device, in words.
    private func passedOver(for device: String) -> String {
        let times = givenUp[device, default: 0]
        let mute = Self.devices().filter { givenUp[$0, default: 0] > times }
        return mute.isEmpty ? "" : " after \(mute.joined(separator: ", ")), which said nothing"
    }

    /// An open device with the time it has to speak.
    private func limited(_ link: Link, _ device: String) -> Link {
        var link = link
        link.firstWord = Link.FirstWord(
            limit: .seconds(Self.word_s),
            missed: {
                guard Self.devices().count > 1 else { return false }
                self.givenUp[device, default: 0] += 1
                return true
            },
            isReceiverElsewhere: {
                Self.askGPSD().map { if case .hasReceivers = $0 { true } else { false } }
            })
        return link
    }

    /// What may be receivers, one name of each.
    private static func devices() -> [String] {
        var nodes: Set<String> = []
        return receivers().filter { nodes.insert(Directory.resolve($0) ?? $0).inserted }
    }

    /// The names of what may be receivers, the most certain first.
    nonisolated static func receivers() -> [String] { ReceiverNodes.paths(Directory.names) }

    private enum Answer: Sendable {
        case hasReceivers(String)
        case hasNone
        case isMute
        case isAbsent
        case mayNotBeAsked
    }

    /// Asks a gpsd on this machine which receivers it has.
    private static func askGPSD() -> EventLoopFuture<Answer> {
        let promise = Loop.eventLoop.makePromise(of: Answer.self)
        let question = GPSDQuestion { promise.succeed($0.isEmpty ? .hasNone : .hasReceivers($0)) }
        let handler = LinkHandler { question.take($0) }
        LinkOpeners.gpsd(host: gpsd.host, port: gpsd.port)(handler).whenComplete { outcome in
            switch outcome {
            case .failure(let error):
                let code = (error as? SourceUnavailable)?.trouble.code
                promise.succeed(
                    code == SourceTrouble.networkForbidden ? .mayNotBeAsked : .isAbsent)
            case .success(let link):
                link.channel.setOption(.autoRead, value: true).whenFailure { _ in }
                link.channel.closeFuture.whenComplete { _ in promise.succeed(.isMute) }
                let timeout = Loop.eventLoop.scheduleTask(in: .seconds(answer_s)) {
                    promise.succeed(.isMute)
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
