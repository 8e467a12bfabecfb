import Chronology
import Composition
import NIOCore
import NIOPosix
import Positioning
import Settings
import SystemServices

/// Chooses the receiver of a source of type `auto`: a gpsd that has a receiver, else the first
/// attached device that sends sentences. Of the ports of a modem with a receiver, only one sends them.
@Loop
final class ReceiverSearch {
    /// The directories in which receivers appear.
    nonisolated static let directories = ["/dev", "/dev/serial/by-id"]

    /// The seconds that a device has for its first sentence if there are other devices. In that time
    /// every speed of a line is tried, also with a receiver that sends only every five seconds.
    private nonisolated static let word_s: Int64 = 60
    /// The minutes for which a receiver may report no position if there are other receivers.
    private nonisolated static let position_min: Int64 = 5
    /// How often each device was given up because it sent no sentence.
    private var givenUp: [String: Int] = [:]
    private let settings: SourceSettings

    /// Creates the search of a source with those settings.
    init(_ settings: SourceSettings) {
        self.settings = settings
    }

    /// Makes one attempt: asks gpsd, then tries the devices.
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
                handler, because: "the service on \(GPSDInquiry.address) does not answer")
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
        // Devices that were given up least often come first.
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

    /// Opens the first device that can be opened. Stops at one that the sandbox forbids: its driver
    /// was loaded after the service started, and a restart of the service allows it.
    private func open(
        _ devices: ArraySlice<String>, _ handler: LinkHandler, because reason: String
    ) -> EventLoopFuture<Link> {
        let device = devices[devices.startIndex]
        let bound = LoopBound(handler)
        return LinkOpeners.serial(
            device: device, baud: 0,
            choice: "\(reason); \(device) is the first receiver found\(passedOver(for: device))"
                + others(devices.dropFirst()))(handler)
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

    /// Returns the devices that were given up more often than this one, as the end of a sentence.
    private func passedOver(for device: String) -> String {
        let times = givenUp[device, default: 0]
        let mute = Self.devices().filter { givenUp[$0, default: 0] > times }
        return mute.isEmpty ? "" : " after \(mute.joined(separator: ", ")), which sent no sentence"
    }

    /// Returns which devices are tried later, as the end of a sentence.
    private func others(_ devices: ArraySlice<String>) -> String {
        let unused = devices.filter { givenUp[$0, default: 0] == 0 }
        guard !unused.isEmpty else { return "" }
        return "; \(unused.joined(separator: ", ")) is used where that sends no sentence within "
            + "\(Self.word_s) s or no position within \(Self.position_min) minutes"
    }

    /// Returns an open device with the time limit for its first sentence.
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

    /// Returns an open receiver with the search that replaces it when it reports no position for long.
    private func challenged(_ link: Link) -> Link {
        guard let present = link.description.device else { return link }
        var link = link
        link.rivals = Link.Rivals(
            limit: .minutes(Self.position_min),
            search: { needsFix, limit, heir in
                RivalSearch(needsFix: needsFix, limit, heir: heir) { self.rivals(of: present) }
            })
        return link
    }

    /// Returns the possible receivers besides the one in use.
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

    /// Returns the paths of possible receivers, one for each, without those that gpsd reads.
    private static func devices(beside listed: [String] = []) -> [String] {
        var nodes = Set(listed.map { Directory.resolve($0) ?? $0 })
        return receivers().filter { nodes.insert(Directory.resolve($0) ?? $0).inserted }
    }

    /// Returns all paths of possible receivers, the most certain first.
    nonisolated static func receivers() -> [String] { ReceiverNodes.paths(Directory.names) }
}
