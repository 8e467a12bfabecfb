/// The driver of a source, with its parameters. Paths are absolute or relative to the working
/// directory, not to the configuration file.
public enum SourceKind: Sendable, Hashable {
    /// gpsd if it runs and has a device, else the first connected receiver that sends data.
    case auto
    /// A receiver on a serial line; `baud` 0 detects the speed.
    case serial(device: String, baud: Int)
    /// A gpsd. `device` selects one of its receivers.
    case gpsd(host: String, port: Int, device: String?)
    /// A TCP server that sends NMEA to every client.
    case nmeaTCP(host: String, port: Int)
    /// NMEA datagrams. `host` is the local address to listen on.
    case nmeaUDP(host: String, port: Int)
    /// A program that prints NMEA or JSON lines. It may take `stopTimeout_s` seconds to end when it is
    /// asked to.
    case exec(command: [String], stopTimeout_s: Double = 5)
    /// Fixes pushed by clients of the control socket, or of a dedicated socket at `path`.
    case socket(path: String?)
    /// A recorded file, replayed with the timing of the recording.
    case recording(RecordingFormat, path: String, speed: Double, loop: Bool)
    /// A route or a list of positions from a GeoJSON or ArcGIS JSON file.
    case simulated(SimulationSettings)
    /// The fixes of another source, with separate checks and filter. Opens no device.
    case derived(from: String)

    /// The line speeds in bits per second that receivers use and Linux supports, ascending.
    public static let lineSpeeds = [
        1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
    ]

    /// The value of `type` in the configuration.
    public var word: String {
        switch self {
        case .auto: "auto"
        case .serial: "serial"
        case .gpsd: "gpsd"
        case .nmeaTCP: "nmea-tcp"
        case .nmeaUDP: "nmea-udp"
        case .exec: "exec"
        case .socket: "socket"
        case .recording(let format, _, _, _): format.rawValue
        case .simulated: "simulated"
        case .derived: "derived"
        }
    }
}

/// A configured simulated receiver.
public struct SimulationSettings: Sendable, Hashable {
    /// The path of the file with the route or the positions.
    public var path: String
    /// The speed on the route in metres per second; nil for one fix per position of the file.
    public var speed_mps: Double?
    /// The seconds between two fixes.
    public var interval_s = 1.0
    /// The accuracy of every fix in metres (95 %); by default of a receiver under open sky.
    public var accuracy_m = 3.0
    /// Whether to start again at the end of the route.
    public var loop = false

    /// Creates settings for a walk along the route in a file.
    public init(path: String) {
        self.path = path
        speed_mps = Self.walk_mps
    }

    /// The speed of a pedestrian in metres per second.
    static let walk_mps = 1.4
}

/// The format of a recorded file.
public enum RecordingFormat: String, Sendable, Hashable, CaseIterable {
    /// NMEA 0183 sentences.
    case nmea = "nmea-file"
    /// GPX 1.0 or 1.1.
    case gpx
    /// JSON lines from gpsd.
    case gpsdLog = "gpsd-log"
    /// JSON of fixes: lines, an array, or GeoJSON of points with times.
    case json = "json-file"
}
