import Chronology
import FoundationEssentials
import Geodesy

/// One pushed fix, as it stands on its line.
struct PushedFix: Decodable {
    var time: String?
    var lat: Double?
    var lon: Double?
    var alt: Double?
    var altitudeMetres: Double?
    var verticalAccuracyMetres: Double?
    var accuracyMetres: Double?
    var accuracyLevel: PushedLevel?
    var speedMetresPerSecond: Double?
    var courseDegrees: Double?
    // The decoder says of a number that does not fit an integer that the line is no JSON.
    var floor: Double?
    var mode: Double?
    var isLastKnown: Bool?

    private enum CodingKeys: String, CodingKey {
        case time, lat, lon, alt, floor, mode
        case altitudeMetres = "altitude_m"
        case verticalAccuracyMetres = "vertical_accuracy_m"
        case accuracyMetres = "accuracy_m"
        case accuracyLevel = "accuracy_level"
        case speedMetresPerSecond = "speed_mps"
        case courseDegrees = "course_deg"
        case isLastKnown = "last_known"
    }
}
