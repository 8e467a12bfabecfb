import Chronology
import JSONText

extension GPSDMessage {
    /// Reads a line.
    ///
    /// - Throws: an error when the line is not one JSON object with a class, or lacks a required
    ///   key of its class.
    init(_ line: inout JSONLine) throws {
        let start = try line.read { json throws in
            json.skipSpace()
            return json.mark
        }
        let name = try Self.className(&line)
        line.read { $0.go(to: start) }
        switch name {
        case "VERSION": self = .version(try VERSION(&line))
        case "DEVICES": self = .devices(try Self.devices(&line))
        case "DEVICE": self = .device(try DEVICE(&line))
        case "TPV": self = .position(try TPV(&line))
        case "SKY": self = .sky(try SKY(&line))
        case "GST": self = .errorStatistics(try GST(&line))
        case "ERROR":
            var message: String?
            try line.members(among: ERRORKey.table) { key, line throws in
                message = try line.text(key)
            }
            self = .error(message: message)
        default:
            try line.read { json throws in try json.skipValue() }
            self = .other
        }
        try line.end()
    }

    /// Returns the class. Usually it is the first key, so that the other keys are not read.
    private static func className(_ line: inout JSONLine) throws -> String {
        var walk = try line.open()
        guard let key = try line.nextKey(&walk, among: ClassKey.table),
            let name = try line.text(key)
        else { throw line.json.fault("the object has no class") }
        return name
    }

    private static func devices(_ line: inout JSONLine) throws -> [DEVICE] {
        var devices: [DEVICE] = []
        try line.members(among: DEVICESKey.table) { _, line throws in
            try line.objects { line throws in devices.append(try DEVICE(&line)) }
        }
        return devices
    }
}

private enum ClassKey: String, CaseIterable {
    case name = "class"
    static let table = JSONKeys(Self.self)
}

private enum ERRORKey: String, CaseIterable {
    case message
    static let table = JSONKeys(Self.self)
}

private enum DEVICESKey: String, CaseIterable {
    case devices
    static let table = JSONKeys(Self.self)
}

extension GPSDMessage.VERSION {
    private enum Key: String, CaseIterable {
        case release
        case protoMajor = "proto_major"
        static let table = JSONKeys(Self.self)
    }

    fileprivate init(_ line: inout JSONLine) throws {
        var release: String?
        var major: Int?
        try line.members(among: Key.table) { key, line throws in
            switch key {
            case .release: release = try line.text(key)
            case .protoMajor: major = try line.whole(key)
            }
        }
        guard let major else { throw line.json.fault("the greeting has no proto_major") }
        self.init(release: release, protoMajor: major)
    }
}

extension GPSDMessage.DEVICE {
    private enum Key: String, CaseIterable {
        case path, activated
        static let table = JSONKeys(Self.self)
    }

    fileprivate init(_ line: inout JSONLine) throws {
        self.init()
        try line.members(among: Key.table) { key, line throws in
            switch key {
            case .path: path = try line.text(key)
            case .activated: isGone = try line.number(key) == 0
            }
        }
    }
}

extension GPSDMessage.TPV {
    private enum Key: String, CaseIterable {
        case device, mode, status, time, lat, lon, alt, altHAE, altMSL, geoidSep, ecefx, ecefy,
            ecefz
        case track, speed, eph, epx, epy, epv, jam
        static let table = JSONKeys(Self.self)
    }

    fileprivate init(_ line: inout JSONLine) throws {
        self.init()
        try line.members(among: Key.table) { key, line throws in
            switch key {
            case .device: device = try line.text(key)
            case .mode: mode = try line.whole(key)
            case .status: status = try line.whole(key)
            case .time: time = try line.time(key)?.instant
            case .lat: lat = try line.number(key)
            case .lon: lon = try line.number(key)
            case .alt: alt = try line.number(key)
            case .altHAE: altHAE = try line.number(key)
            case .geoidSep: geoidSep = try line.number(key)
            case .altMSL: altMSL = try line.number(key)
            case .ecefx: ecefx = try line.number(key)
            case .ecefy: ecefy = try line.number(key)
            case .ecefz: ecefz = try line.number(key)
            case .track: track = try line.number(key)
            case .speed: speed = try line.number(key)
            case .eph: eph = try line.number(key)
            case .epx: epx = try line.number(key)
            case .epy: epy = try line.number(key)
            case .epv: epv = try line.number(key)
            case .jam: jam = try line.whole(key)
            }
        }
    }
}

extension GPSDMessage.SKY {
    private enum Key: String, CaseIterable {
        case device, hdop, nSat, uSat, satellites
        static let table = JSONKeys(Self.self)
    }

    private enum SatelliteKey: String, CaseIterable {
        case used
        static let table = JSONKeys(Self.self)
    }

    fileprivate init(_ line: inout JSONLine) throws {
        self.init()
        try line.members(among: Key.table) { key, line throws in
            switch key {
            case .device: device = try line.text(key)
            case .hdop: hdop = try line.number(key)
            case .nSat: nSat = try line.whole(key)
            case .uSat: uSat = try line.whole(key)
            case .satellites:
                var (listed, used) = (0, 0)
                let isList = try line.objects { line throws in
                    listed += 1
                    try line.members(among: SatelliteKey.table) { key, line throws in
                        if try line.flag(key) == true { used += 1 }
                    }
                }
                if isList { satellites = (listed, used) }
            }
        }
    }
}

extension GPSDMessage.GST {
    private enum Key: String, CaseIterable {
        case device, time, lat, lon
        static let table = JSONKeys(Self.self)
    }

    fileprivate init(_ line: inout JSONLine) throws {
        self.init()
        try line.members(among: Key.table) { key, line throws in
            switch key {
            case .device: device = try line.text(key)
            case .time: time = try line.time(key)?.instant
            case .lat: lat = try line.number(key)
            case .lon: lon = try line.number(key)
            }
        }
    }
}
