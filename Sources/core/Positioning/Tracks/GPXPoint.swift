import Chronology
import Geodesy

/// A `trkpt` or `rtept` with its texts from the file.
struct GPXPoint: Sendable {
    var latitude: String
    var longitude: String
    /// The texts of the child elements by local name.
    var texts: [String: String] = [:]

    /// Whether the receiver had no fix: the coordinates are then not measured.
    var isWithoutFix: Bool { texts["fix"] == "none" }

    /// The time of the point in the file; nil without one.
    var time: StatedTime? {
        texts["time"].map { text in
            let bytes = Array(text.utf8)
            return StatedTime(bytes.span)
        }
    }

    /// The fix; nil when the point has no valid coordinates.
    ///
    /// `ele` is metres above sea level; `speed` (GPX 1.0) is metres per second. GPX defines times
    /// as UTC; some writers omit the `Z`.
    var fix: Fix? {
        guard let latitude = Double(latitude), let longitude = Double(longitude),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        let altitude = number("ele")
        let isFlat = texts["fix"] == "2d" || altitude == nil
        var fix = Fix(
            position: Coordinate(latitude: latitude, longitude: longitude),
            time: time?.instantOrUTC,
            mode: isFlat ? .twoDimensional : .threeDimensional)
        fix.altitudeMetres = altitude
        fix.speedMetresPerSecond = number("speed").flatMap { $0 >= 0 ? $0 : nil }
        fix.courseDegrees = number("course").flatMap { $0 >= 0 && $0 < 360 ? $0 : nil }
        fix.hdop = number("hdop").flatMap { $0 > 0 && $0 < 99 ? $0 : nil }
        fix.satellitesUsed = texts["sat"].flatMap { Int($0) }
        return fix
    }

    private func number(_ name: String) -> Double? {
        texts[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
