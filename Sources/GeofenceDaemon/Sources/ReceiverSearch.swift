import Chronology
import Composition
import NIOCore
import NIOPosix
import Positioning
import Settings
import SystemServices

/// Chooses for a source of type `auto`: a gpsd that has a receiver, else the first receiver that is
/// plugged in and speaks. A modem with a receiver has several ports, of which one does.
@Loop
final class ReceiverSearch {
    /// Directories in which receivers appear.
    nonisolated static let directories = ["/dev", "/dev/serial/by-id"]

    /// Seconds a device has for its first sentence while another might have one: every speed of a line
    /// comes to its turn, also where a receiver speaks only every five seconds.
    private nonisolated static let word_s: Int64 = 60
    /// Minutes for which a receiver may report no position while another might.
    private nonisolated static let position_min: Int64 = 5
    /// How often devices were given up because they did not speak.
    private var givenUp: [String: Int] = [:]
    private let settings: SourceSettings

    /// A search that has tried nothing, for a source with those settings.
    init(_ settings: SourceSettings) {
        self.settings = settings
    }

    /// Makes one attempt: asks gpsd, then looks at the devices.
    func open(_ handler: LinkHandler) -> EventLoopFuture<Link> {
        let bound = LoopBound(handler)
        return GPSDInquiry.ask { listed in !Self.devices(beside: listed).isEmpty }.flatMap {
            answer in
            Loop.assume { self.open(bound.value, after: answer) }
        }
    }

    private func open(
        _ handler: LinkHandler, after answer: GPSDInquiry.Answer
    ) -> EventLoopFuture<Link> {
        switch answer {
        case .hasReceivers(let names):
            let choice =
                "gpsd runs on \(GPSDInquiry.address) and has \(names.joined(separator: ", "))"
            return Self.gpsd(choice)(handler).map { link in
                Loop.assume { self.challenged(link) }
            }
        case .reportsNoPosition(let names):
            let reason =
                "gpsd has \(names.joined(separator: ", ")), which reported no position of its own"
            return openDevice(handler, because: reason, beside: names)
        case .hasNone:
            return openDevice(handler, because: "gpsd runs but has no receiver")
        case .isMute:
            return openDevice(
                handler, because: "what runs on \(GPSDInquiry.address) does not answer")
        case .isAbsent:
            return openDevice(handler, because: "no gpsd runs on \(GPSDInquiry.address)")
        case .mayNotBeAsked:
            let reason =
                "the sandbox of the service, without the drop-in "
                + "\(SourceTrouble.networkDropIn), lets no process ask gpsd"
            return openDevice(handler, because: reason)
        }
    }

    private func openDevice(
        _ handler: LinkHandler, because reason: String, beside listed: [String] = []
    ) -> EventLoopFuture<Link> {
        // Those that were given up least often first.
        let devices = Self.devices(beside: listed).enumerated().sorted {
            (givenUp[$0.element, default: 0], $0.offset)
                < (givenUp[$1.element, default: 0], $1.offset)
        }.map(\.element)
        guard !devices.isEmpty else {
            let trouble = SourceTrouble(
                code: "no-receiver",
                sentence: "no receiver found: \(reason), and there is nothing under "
                    + "/dev/serial/by-id, /dev/gps*, /dev/gnss*, /dev/ttyACM* or /dev/ttyUSB*; "
                    + "plug one in" + (ReceiverNodes.boardLineAdvice(Directory.names) ?? ""))
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
            .map { link in Loop.assume { self.challenged(self.limited(link, device)) } }
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

    /// The devices that were given up more often than this one, as the end of a sentence.
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
            isReceiverElsewhere: { Self.hasGPSDReceivers() })
        return link
    }

    private static func gpsd(_ choice: String) -> LinkOpener {
        LinkOpeners.gpsd(host: GPSDInquiry.host, port: GPSDInquiry.port, choice: choice)
    }

    /// An open receiver that is replaced by one that reports positions while it reports none.
    private func challenged(_ link: Link) -> Link {
        guard let present = link.description.device else { return link }
        var link = link
        link.rivals = Link.Rivals(
            limit: .minutes(Self.position_min),
            search: { needsFix, heir in
                RivalSearch(needsFix: needsFix, heir: heir) { self.rivals(of: present) }
            })
        return link
    }

    /// What may be receivers beside the one in use.
    private func rivals(of present: String) -> EventLoopFuture<[RivalSearch.Rival]> {
        // The list of devices is enough: the search itself listens for their positions.
        GPSDInquiry.ask { _ in false }.map { answer in
            Loop.assume {
                var rivals: [RivalSearch.Rival] = []
                var listed: [String] = []
                if case .hasReceivers(let names) = answer { listed = names }
                if !listed.isEmpty, present != GPSDInquiry.address {
                    rivals.append(self.rival(.gpsd, of: present, Self.gpsd))
                }
                let own = Directory.resolve(present) ?? present
                for device in Self.devices(beside: listed)
                where (Directory.resolve(device) ?? device) != own {
                    rivals.append(
                        self.rival(.nmea, of: present) { choice in
                            LinkOpeners.serial(device: device, baud: 0, choice: choice)
                        })
                }
                return rivals
            }
        }
    }

    private func rival(
        _ language: LinkDescription.Language, of present: String,
        _ opener: @Loop (_ choice: String) -> LinkOpener
    ) -> RivalSearch.Rival {
        let open = opener(
            "it reports positions; \(present) reported none for \(Self.position_min) minutes")
        return RivalSearch.Rival(
            open: { handler in
                open(handler).map { link in Loop.assume { self.challenged(link) } }
            }, decoder: settings.makeDecoder(language))
    }

    private static func hasGPSDReceivers() -> EventLoopFuture<Bool> {
        GPSDInquiry.ask { _ in true }.map { if case .hasReceivers = $0 { true } else { false } }
    }

    /// What may be receivers, one name of each, without those that a gpsd reads.
    private static func devices(beside listed: [String] = []) -> [String] {
        var nodes = Set(listed.map { Directory.resolve($0) ?? $0 })
        return receivers().filter { nodes.insert(Directory.resolve($0) ?? $0).inserted }
    }

    /// The names of what may be receivers, the most certain first.
    nonisolated static func receivers() -> [String] { ReceiverNodes.paths(Directory.names) }
}
