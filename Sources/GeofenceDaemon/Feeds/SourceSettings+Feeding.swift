import Chronology
import Geofencing
import Positioning
import Settings

extension SourceSettings {
    /// What reads the source's bytes, in the language of its kind or in the one that was found.
    func makeDecoder(_ language: LinkDescription.Language? = nil) -> StreamDecoder {
        switch language ?? spoken {
        case .nmea: .nmea(NMEADecoder(nmea))
        case .gpsd: .gpsd(GPSDDecoder(gpsd))
        case .pushed: .pushed(PushedFixDecoder(pushed))
        }
    }

    /// How long the source may be silent and its fixes may age.
    var patience: SourceHealth.Settings {
        var patience = SourceHealth.Settings()
        patience.staleAfterSeconds = feed.stale_s
        return patience
    }

    /// How a recorded file is read.
    var track: TrackSettings {
        var track = TrackSettings()
        track.nmea = nmea
        track.gpsd = gpsd
        track.pushed = pushed
        return track
    }

    /// What pushed objects may say.
    var pushed: PushedSettings {
        var settings = PushedSettings()
        settings.allowsNullIsland = decoding.allowNullIsland
        return settings
    }

    /// What brings the source its bytes.
    @Loop
    func makeFeeder(for source: Source) -> any Feeder {
        switch kind {
        case .auto:
            LinkFeeder(
                source, backoff: .device, watching: ReceiverSearch.directories,
                open: ReceiverSearch.open)
        case .serial(let device, let baud):
            LinkFeeder(
                source, backoff: .device, watching: Self.directories(of: device),
                open: LinkOpeners.serial(device: device, baud: baud))
        case .gpsd(let host, let port, _):
            LinkFeeder(source, backoff: .peer, open: LinkOpeners.gpsd(host: host, port: port))
        case .nmeaTCP(let host, let port):
            LinkFeeder(source, backoff: .peer, open: LinkOpeners.tcp(host: host, port: port))
        case .nmeaUDP(let host, let port):
            LinkFeeder(source, backoff: .peer, open: LinkOpeners.udp(host: host, port: port))
        case .exec(let command):
            LinkFeeder(source, backoff: .peer, open: LinkOpeners.program(command))
        case .socket: PushFeeder(source)
        case .recording(let format, let path, let speed, let loop):
            RecordingFeeder(source, path: path, format: format.track, speed: speed, loops: loop)
        case .simulated(let path, let speed, let loop):
            RecordingFeeder(source, path: path, format: .gpx, speed: speed, loops: loop)
        }
    }

    private var spoken: LinkDescription.Language {
        switch kind {
        case .auto, .serial, .nmeaTCP, .nmeaUDP, .exec, .recording, .simulated: .nmea
        case .gpsd: .gpsd
        case .socket: .pushed
        }
    }

    private var nmea: NMEASettings {
        var settings = NMEASettings()
        settings.uereMetres = decoding.uere_m
        settings.allowsNullIsland = decoding.allowNullIsland
        settings.acceptsDeadReckoning = decoding.deadReckoning
        settings.repairsWeekRollover = decoding.fixRollover
        return settings
    }

    private var gpsd: GPSDSettings {
        var settings = GPSDSettings()
        settings.allowsNullIsland = decoding.allowNullIsland
        settings.acceptsDeadReckoning = decoding.deadReckoning
        if case .gpsd(_, _, let device) = kind { settings.device = device }
        return settings
    }

    /// The directory of a device's name, and `/dev`, where what the name leads to appears.
    private static func directories(of device: String) -> [String] {
        guard let slash = device.lastIndex(of: "/"), slash != device.startIndex else {
            return ["/dev"]
        }
        return [String(device[..<slash]), "/dev"]
    }
}

extension RecordingFormat {
    /// The reader of that format.
    fileprivate var track: TrackFormat {
        switch self {
        case .nmea: .nmea
        case .gpx: .gpx
        case .gpsdLog: .gpsd
        }
    }
}
