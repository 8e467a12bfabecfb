import Chronology

/// One line of gpsd's JSON protocol, as far as it concerns positions (gpsd_json(5), protocol 3).
///
/// What has another type than gpsd gives it is unknown and costs its value, not the report.
enum GPSDMessage {
    case version(VERSION)
    case devices([DEVICE])
    case device(DEVICE)
    case position(TPV)
    case sky(SKY)
    case errorStatistics(GST)
    case error(message: String?)
    /// A class that says nothing about positions.
    case other

    /// The greeting.
    struct VERSION {
        var release: String?
        var protoMajor: Int
    }

    /// A receiver.
    struct DEVICE {
        var path: String?
        /// Whether gpsd gave it up, as when it is unplugged: `activated` is the number 0 then, else
        /// a time or nothing.
        var isGone = false
    }

    /// Time, position, velocity.
    struct TPV {
        var device: String?
        var mode: Int?
        var status: Int?
        var time: UTCInstant?
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
    struct SKY {
        var device: String?
        var hdop: Double?
        var nSat: Int?
        var uSat: Int?
        /// How many satellites are listed, and how many of them as used; nil without a list.
        var satellites: (listed: Int, used: Int)?
    }

    /// Pseudorange noise: `lat` and `lon` are standard deviations in metres.
    struct GST {
        var device: String?
        var time: UTCInstant?
        var lat: Double?
        var lon: Double?
    }
}
