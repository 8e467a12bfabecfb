import Chronology
import FoundationEssentials
import Geodesy

/// One pushed fix, as it stands on its line.
struct PushedFix: Decodable {
    var time: String?
    var lat: Double?
    var lon: Double?
    var alt: Double?
    var accuracyMetres: Double?
    var accuracyLevel: String?
    var speedMetresPerSecond: Double?
    var courseDegrees: Double?
    var floor: Int?
    var mode: Int?
    var isLastKnown: Bool?

    private enum CodingKeys: String, CodingKey {
        case time, lat, lon, alt, floor, mode
        case accuracyMetres = "accuracy_m"
        case accuracyLevel = "accuracy_level"
        case speedMetresPerSecond = "speed_mps"
        case courseDegrees = "course_deg"
        case isLastKnown = "last_known"
    }
}
