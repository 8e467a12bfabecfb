import FoundationEssentials

/// One line of gpsd's JSON protocol, as far as it concerns positions (gpsd_json(5), protocol 3).
enum GPSDMessage: Decodable {
    case version(VERSION)
    case devices(DEVICES)
    case device(DEVICE)
    case position(TPV)
    case sky(SKY)
    case errorStatistics(GST)
    case error(ERROR)
    /// A class that says nothing about positions.
    case other

    /// The greeting.
    struct VERSION: Decodable {
        var release: String?
        var protoMajor: Int

        private enum CodingKeys: String, CodingKey {
            case release
            case protoMajor = "proto_major"
        }
    }

    /// The list of receivers.
    struct DEVICES: Decodable {
        var devices: [DEVICE]
    }

    /// A receiver.
    struct DEVICE: Decodable {
        var path: String?
        /// Whether gpsd gave it up, as when it is unplugged.
        var isGone: Bool

        private enum CodingKeys: String, CodingKey {
            case path, activated
        }

        /// `activated` is the number 0 where gpsd gave the receiver up, else a time or nothing.
        init(from decoder: any Decoder) throws {
            let keys = try decoder.container(keyedBy: CodingKeys.self)
            path = try keys.decodeIfPresent(String.self, forKey: .path)
            isGone = (try? keys.decode(Double.self, forKey: .activated)) == 0
        }
    }

    /// Time, position, velocity.
    struct TPV: Decodable {
        var device: String?
        var mode: Int?
        var status: Int?
        var time: String?
        var lat: Double?
        var lon: Double?
        var alt: Double?
        var altHAE: Double?
        var altMSL: Double?
        var ecefx: Double?
        var ecefy: Double?
        var ecefz: Double?
        var track: Double?
        var speed: Double?
        var eph: Double?
        var epx: Double?
        var epy: Double?
        var epv: Double?
        var jam: Int?
    }

    /// The satellites in view.
    struct SKY: Decodable {
        var device: String?
        var hdop: Double?
        var nSat: Int?
        var uSat: Int?
        var satellites: [Satellite]?

        struct Satellite: Decodable {
            var used: Bool?
        }
    }

    /// Pseudorange noise: `lat`, `lon` and `alt` are standard deviations in metres.
    struct GST: Decodable {
        var device: String?
        var time: String?
        var lat: Double?
        var lon: Double?
        var alt: Double?
    }

    /// What gpsd complains about.
    struct ERROR: Decodable {
        var message: String?
    }

    private enum CodingKeys: String, CodingKey {
        case `class`
    }

    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self)
            .decode(String.self, forKey: .class)
        switch name {
        case "VERSION": self = .version(try VERSION(from: decoder))
        case "DEVICES": self = .devices(try DEVICES(from: decoder))
        case "DEVICE": self = .device(try DEVICE(from: decoder))
        case "TPV": self = .position(try TPV(from: decoder))
        case "SKY": self = .sky(try SKY(from: decoder))
        case "GST": self = .errorStatistics(try GST(from: decoder))
        case "ERROR": self = .error(try ERROR(from: decoder))
        default: self = .other
        }
    }
}
