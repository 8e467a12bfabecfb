import Chronology
import Geodesy

extension Fix {
    /// The fix as one line of the output of `geofencectl decode -o jsonl`, without the line feed.
    ///
    /// `{"time","lat","lon","alt","speed_mps","course_deg","mode","accuracy_m","floor"}`, null
    /// where unknown. `alt` is above mean sea level, and assumed when `mode` is 2; `accuracy_m` is
    /// the radius that holds 95 % of positions.
    public var decodeLine: String {
        var line = "{\"time\":"
        line += time.map { "\"" + $0.rfc3339 + "\"" } ?? "null"
        line += ",\"lat\":\(position.latitude),\"lon\":\(position.longitude)"
        line += ",\"alt\":" + Self.text(altitudeMetres)
        line += ",\"speed_mps\":" + Self.text(speedMetresPerSecond)
        line += ",\"course_deg\":" + Self.text(courseDegrees)
        line += ",\"mode\":\(mode.rawValue)"
        line += ",\"accuracy_m\":" + Self.text(horizontalAccuracy?.radius95Metres)
        line += ",\"floor\":" + (floor.map { String($0) } ?? "null")
        return line + "}"
    }

    /// Returns the value rounded to 1e-6, which is finer than any receiver and hides the rounding
    /// noise of unit conversions.
    private static func text(_ value: Double?) -> String {
        guard let value else { return "null" }
        let rounded = (value * 1e6).rounded() / 1e6
        return "\(rounded.isFinite ? rounded : value)"
    }
}
