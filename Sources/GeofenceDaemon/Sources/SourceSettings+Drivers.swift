import Composition
import Fixes
import Positioning
import Settings
import SystemServices

extension SourceSettings {
    /// What reads the source's bytes, in the language of its kind or in the one that was found.
    func makeDecoder(_ language: LinkDescription.Language? = nil) -> any StreamDecoder {
        // Without a build date, unless dates are to be put right by it: what comes may be a
        // recording of any age until a receiver is known to be there.
        let buildDate = decoding.fixRollover ? Version.buildDate : nil
        return switch language ?? spoken {
        case .nmea: NMEADecoder(NMEASettings(decoding, buildDate: buildDate))
        case .gpsd:
            GPSDDecoder(GPSDSettings(decoding, device: chosenDevice, buildDate: buildDate))
        case .pushed: PushedFixDecoder(PushedSettings(decoding))
        }
    }

    /// How long the source may be silent and its fixes may age, and whose fixes are awaited.
    var patience: SourceHealth.Settings {
        var patience = SourceHealth.Settings()
        patience.staleAfterSeconds = feed.stale_s
        patience.device = chosenDevice
        return patience
    }

    /// What the bytes of the source come over.
    ///
    /// - Parameter baud: the speed of the line that was opened; nil where it has none.
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

    /// What brings the source its bytes.
    @Loop
    func makeDriver(for source: Source) -> any SourceDriver {
        // What is learned in one scan of a duty cycle helps in the next.
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
        case .exec(let command):
            LinkDriver(source, backoff: .peer) { source.program.open(command, $0) }
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

    /// Whether what comes must show what it is: programs print what they like.
    var isLanguageOpen: Bool {
        if case .exec = kind { true } else { false }
    }

    private var chosenDevice: String? {
        if case .gpsd(_, _, let device) = kind { device } else { nil }
    }

    /// The directory of a device's name, and `/dev`, where what the name leads to appears.
    private static func directories(of device: String) -> [String] {
        // A configuration that is named without a directory leaves its devices without one, too.
        let path = AbsolutePath(device, from: Directory.current).text
        return [path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "", "/dev"]
    }
}

extension RecordingFormat {
    /// The reader of that format; nil where the file shows which one it needs.
    fileprivate var track: TrackFormat? {
        switch self {
        case .nmea: .nmea
        case .gpx: .gpx
        case .gpsdLog: .gpsd
        case .json: nil
        }
    }
}
