import Chronology

/// One line of gpsd's JSON protocol, as far as it concerns positions (gpsd_json(5), protocol 3).
///
/// A value of an unexpected type counts as unknown; the other values of the report are used.
enum GPSDMessage {
    case version(VERSION)
    case devices([DEVICE])
    case device(DEVICE)
    case position(TPV)
    case sky(SKY)
    case errorStatistics(GST)
    case error(message: String?)
    /// A class without information about positions.
    case other

    /// The greeting of gpsd.
    struct VERSION {
        var release: String?
        var protoMajor: Int
    }

    /// A receiver of gpsd.
    struct DEVICE {
        var path: String?
        /// Whether gpsd has closed the device, for example because it was unplugged: `activated` is
        /// then the number 0, otherwise a time or absent.
        var isGone = false
    }

    /// A report with time, position and velocity.
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
        /// The height of the geoid above the ellipsoid.
        var geoidSep: Double?
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

    /// A report of the satellites in view.
    struct SKY {
        var device: String?
        var hdop: Double?
        var nSat: Int?
        var uSat: Int?
        /// The number of listed satellites, and of those in use; nil without a list.
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
