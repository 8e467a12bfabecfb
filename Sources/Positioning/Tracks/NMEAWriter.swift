import Chronology
import Geodesy

/// Writes fixes as a receiver would: a GGA and an RMC each, with valid checksums and CR LF.
///
/// Coordinates get seven digits of minutes (0.2 mm), so that reading them back changes nothing
/// that matters. A fix without time gets empty time fields, which receivers do too.
public enum NMEAWriter {
    /// The two sentences of a fix.
    public static func sentences(for fix: Fix) -> String {
        let time = fix.time.map(timeOfDay) ?? ""
        let place = coordinates(fix.position)
        let satellites = fix.satellitesUsed.map { String($0) } ?? ""
        let height = fix.altitudeMetres.map { decimal($0, digits: 3) } ?? ""
        let hdop = fix.hdop.map { decimal($0, digits: 2) } ?? ""
        let knots = fix.speedMetresPerSecond.map { decimal($0 * 3600 / 1852, digits: 3) } ?? ""
        let course = fix.courseDegrees.map { decimal($0, digits: 2) } ?? ""
        let quality = fix.isDeadReckoned ? "6" : "1"
        let mode = fix.isDeadReckoned ? "E" : "A"
        return sentence("GPGGA,\(time),\(place),\(quality),\(satellites),\(hdop),\(height),M,,M,,")
            + sentence(
                "GPRMC,\(time),A,\(place),\(knots),\(course),\(fix.time.map(date) ?? ""),,,\(mode)")
    }

    /// A sentence around `body`: `$`, checksum, CR LF.
    public static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(0, ^)
        let hex = String(checksum, radix: 16, uppercase: true)
        return "$\(body)*\(checksum < 16 ? "0" : "")\(hex)\r\n"
    }

    /// `hhmmss.sss`.
    private static func timeOfDay(_ time: UTCInstant) -> String {
        let text = time.rfc3339.utf8.dropFirst(11).filter { $0 != UInt8(ascii: ":") }.dropLast()
        return String(decoding: Array(text), as: UTF8.self)
    }

    /// `ddmmyy`.
    private static func date(_ time: UTCInstant) -> String {
        let text = Array(time.rfc3339.utf8)
        return String(
            decoding: [text[8], text[9], text[5], text[6], text[2], text[3]], as: UTF8.self)
    }

    /// `ddmm.mmmmmmm,N,dddmm.mmmmmmm,E`.
    private static func coordinates(_ place: Coordinate) -> String {
        let longitude = place.longitude - 360 * ((place.longitude + 180) / 360).rounded(.down)
        return angle(place.latitude, width: 2) + (place.latitude < 0 ? ",S," : ",N,")
            + angle(longitude, width: 3) + (longitude < 0 ? ",W" : ",E")
    }

    private static func angle(_ degrees: Double, width: Int) -> String {
        let scale: Int64 = 10_000_000
        let total = Int64((abs(degrees) * 60 * Double(scale)).rounded())
        let whole = total / (60 * scale)
        let minutes = total % (60 * scale)
        return padded(whole, width: width) + padded(minutes / scale, width: 2) + "."
            + padded(minutes % scale, width: 7)
    }

    private static func padded(_ value: Int64, width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// A number with that many digits after the point.
    private static func decimal(_ value: Double, digits: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        let total = Int64((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && total > 0 ? "-" : ""
        return sign + String(total / scale) + "." + padded(total % scale, width: digits)
    }
}
