import Composition
import Fixes
import Positioning
import Settings
import SystemServices

extension SourceSettings {
    /// Creates the decoder of a detected protocol, else of the protocol of the source type.
    func makeDecoder(_ language: LinkDescription.Language? = nil) -> any StreamDecoder {
        // Without a build date, unless it is needed to repair dates: until a receiver is known
        // to be there, the input may be a recording of any age.
        let buildDate = decoding.fixRollover ? Version.buildDate : nil
        return switch language ?? spoken {
        case .nmea: NMEADecoder(NMEASettings(decoding, buildDate: buildDate))
        case .gpsd:
            GPSDDecoder(GPSDSettings(decoding, device: chosenDevice, buildDate: buildDate))
        case .pushed: PushedFixDecoder(PushedSettings(decoding))
        }
    }

    /// The settings of the source's health: when fixes are stale, and the device of gpsd.
    var patience: SourceHealth.Settings {
        var patience = SourceHealth.Settings()
        patience.staleAfterSeconds = feed.stale_s
        patience.device = chosenDevice
        return patience
    }

    /// Returns the kind of line over which the bytes arrive.
    ///
    /// - Parameter baud: the speed of the opened line; nil for a line without a speed.
    func line(at baud: Int?) -> SourceLine {
        switch kind {
        case .serial(_, let configured):
            guard let baud else { return .withoutSpeed }
            return configured == 0 ? .searchedSpeed : .fixedSpeed(baud)
        case .auto: return baud == nil ? .withoutSpeed : .searchedSpeed
        case .gpsd, .nmeaTCP, .nmeaUDP: return .network
        case .socket: return .pushed
        case .exec, .recording, .simulated, .derived: return .withoutSpeed
        }
    }

    /// Creates the driver of the source.
    @Loop
    func makeDriver(for source: Source) -> any SourceDriver {
        // All scans of a duty cycle share a search, so that each uses what the others found.
        let search = ReceiverSearch(self)
        guard let dutyCycle,
            let cycle = Positioning.DutyCycle(
                scanSeconds: dutyCycle.scan_s, restSeconds: dutyCycle.rest_s, start: BootClock.now()
            )
        else { return makeSteadyDriver(for: source, search) }
        return DutyCycleDriver(source, cycle) { makeSteadyDriver(for: source, search) }
    }

    @Loop
    private func makeSteadyDriver(for source: Source, _ search: ReceiverSearch) -> any SourceDriver
    {
        switch kind {
        case .auto:
            LinkDriver(
                source, backoff: .device, watching: ReceiverSearch.directories,
                open: search.open)
        case .serial(let device, let baud):
            LinkDriver(
                source, backoff: .device, watching: Self.directories(of: device),
                open: LinkOpeners.serial(device: device, baud: baud))
        case .gpsd(let host, let port, _):
            LinkDriver(source, backoff: .peer, open: LinkOpeners.gpsd(host: host, port: port))
        case .nmeaTCP(let host, let port):
            LinkDriver(source, backoff: .peer, open: LinkOpeners.tcp(host: host, port: port))
        case .nmeaUDP(let host, let port):
            LinkDriver(source, backoff: .peer, open: LinkOpeners.udp(host: host, port: port))
        case .exec(let command, let stopTimeout_s):
            LinkDriver(source, backoff: .peer) { [name] in
                source.program.open(command, of: name, stopTimeout_s: stopTimeout_s, $0)
            }
        case .socket(let path): PushDriver(source, path: path)
        case .recording(let format, let path, let speed, let loop):
            RecordingDriver(
                source, path: path, speed: speed, loops: loop,
                open: Recordings.file(path, format.track))
        case .simulated(let simulation):
            RecordingDriver(
                source, path: simulation.path, speed: 1, loops: simulation.loop,
                open: Recordings.simulation(simulation))
        case .derived(let parent): DerivedDriver(source, from: parent)
        }
    }

    private var spoken: LinkDescription.Language {
        switch kind {
        case .auto, .serial, .nmeaTCP, .nmeaUDP, .exec, .recording, .simulated: .nmea
        case .gpsd: .gpsd
        case .socket, .derived: .pushed
        }
    }

    /// Whether the protocol is detected from the input: programs may print any of them.
    var isLanguageOpen: Bool {
        if case .exec = kind { true } else { false }
    }

    private var chosenDevice: String? {
        if case .gpsd(_, _, let device) = kind { device } else { nil }
    }

    /// The device of a gpsd on this machine whose names may be links; nil for any other source.
    var localDevice: String? {
        guard case .gpsd(let host, _, let device) = kind else { return nil }
        return ["127.0.0.1", "::1", "localhost"].contains(host) ? device : nil
    }

    /// Returns the directory of a device's name, and `/dev`, where the target of a link appears.
    private static func directories(of device: String) -> [String] {
        // The path is relative if the configuration was named without a directory.
        let path = AbsolutePath(device, from: Directory.current).text
        return [path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "", "/dev"]
    }
}

extension RecordingFormat {
    /// The track format; nil for JSON, whose form the file shows.
    fileprivate var track: TrackFormat? {
        switch self {
        case .nmea: .nmea
        case .gpx: .gpx
        case .gpsdLog: .gpsd
        case .json: nil
        }
    }
}
