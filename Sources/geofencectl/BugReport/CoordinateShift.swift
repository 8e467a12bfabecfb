internal import ControlProtocol
internal import Geodesy

/// Moves every coordinate by the same way, so that a report keeps its shapes and distances but not
/// its place.
struct CoordinateShift {
    /// Degrees north, added to every latitude.
    var lat: Double
    /// Degrees east, added to every longitude.
    var lon: Double

    /// A way that nobody can guess: up to 10 degrees north or south, which keeps distances east
    /// and west nearly as they are, and anywhere around the earth.
    static func random() -> CoordinateShift {
        CoordinateShift(lat: .random(in: -10...10), lon: .random(in: -180...180))
    }

    /// The latitude moved; those that would leave the earth are held at a pole.
    func latitude(_ degrees: Double) -> Double { rounded(min(max(degrees + lat, -90), 90)) }

    /// The longitude moved, from -180 to 180.
    func longitude(_ degrees: Double) -> Double {
        let moved = (degrees + lon + 540).truncatingRemainder(dividingBy: 360)
        return rounded((moved < 0 ? moved + 360 : moved) - 180)
    }

    /// A value with the coordinates in it moved: members called lat and lon (or ending so), GeoJSON
    /// positions, and those in texts.
    func value(_ value: JSONValue, isGeometry: Bool = false) -> JSONValue {
        switch value {
        case .object(let members):
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, member(name, value))
                    }))
        case .array(let items):
            if isGeometry, let moved = position(items) { return .array(moved) }
            return .array(items.map { self.value($0, isGeometry: isGeometry) })
        case .string(let text): return .string(self.text(text))
        case .null, .bool, .integer, .number: return value
        }
    }

    /// A text with the coordinates in it moved: `lat=52.1` and the like, `[lon, lat]`, and pairs of
    /// numbers with at least three decimals as `lat lon`. What is no place in degrees there, as in
    /// files of metres, is taken out: it cannot be moved, and is one all the same. NMEA sentences and
    /// unparsed JSON of receivers are cut, for they hold places in many forms.
    func text(_ text: String) -> String {
        var result = text.replacing(/\$[A-Z]{2,5}[A-Z0-9]{1,3},[^\s"]*/, with: "$NMEA-REMOVED")
        result = result.replacing(
            /\[\s*(?<lon>[-+]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)\s*,\s*(?<lat>[-+]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)(?<rest>\s*[,\]])/
        ) { match in
            // Marked, so that the patterns below leave the new numbers alone.
            guard let lat = moved(latitude: match.lat), let lon = moved(longitude: match.lon) else {
                return "[\(CoordinateShift.removed)\(match.rest)"
            }
            return "[\(lon), \(lat)\(match.rest)"
        }
        result = result.replacing(
            /(?<lead>^|[^A-Za-z])(?<name>(?i:latitude|longitude|lat|lon))(?<between>["']?\s*(?:[=:]|is\b)?\s*)(?<value>[-+]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)/
        ) { match in
            let isLatitude = match.name.lowercased().hasPrefix("lat")
            let moved = isLatitude ? moved(latitude: match.value) : moved(longitude: match.value)
            return "\(match.lead)\(match.name)\(match.between)\(moved ?? CoordinateShift.removed)"
        }
        result = result.replacing(
            /(?<lat>[-+]?\d[\d_]*\.\d[\d_]{2,})(?<between>°?[NS]?\s*[, ]\s*)(?<lon>[-+]?\d[\d_]*\.\d[\d_]{2,})/
        ) { match in
            guard let lat = moved(latitude: match.lat), let lon = moved(longitude: match.lon) else {
                return CoordinateShift.removed
            }
            return "\(lat)\(match.between)\(lon)"
        }
        return result.replacing(CoordinateShift.stop, with: "")
    }

    /// A configuration without comments, which may stand within a position and tell a place in any words.
    static func withoutComments(_ toml: String) -> String {
        // By scalars: together with \r, or with an accent behind a #, they would be other characters.
        toml.replacing(
            /"""(?s:\\.|.)*?"{3,5}|'''(?s:.*?)'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\r\n]*/
                .matchingSemantics(.unicodeScalar)
        ) { match in
            match.0.unicodeScalars.first == "#" ? "" : String(match.0)
        }
    }

    private func member(_ name: String, _ value: JSONValue) -> JSONValue {
        let word = name.lowercased().split(separator: "_").last ?? ""
        if let degrees = value.double {
            if word == "lat" || word == "latitude" {
                return Self.isLatitude(degrees) ? .number(latitude(degrees)) : Self.nowhere
            }
            if word == "lon" || word == "longitude" {
                return Self.isLongitude(degrees) ? .number(longitude(degrees)) : Self.nowhere
            }
        }
        let holdsPositions = ["coordinates", "bbox", "building", "center", "centre"].contains(word)
        return self.value(value, isGeometry: holdsPositions)
    }

    /// A GeoJSON position, or a box of two (RFC 7946, 3.1.1 and 5); nil for other lists.
    private func position(_ items: [JSONValue]) -> [JSONValue]? {
        guard items.count >= 2, items.allSatisfy({ $0.double != nil }) else { return nil }
        let isBox = items.count == 4 || items.count == 6
        let dimensions = isBox ? items.count / 2 : items.count
        var moved = items
        for first in stride(from: 0, to: items.count, by: dimensions) {
            guard let lon = items[first].double, let lat = items[first + 1].double,
                Self.isLongitude(lon), Self.isLatitude(lat)
            else { return [Self.nowhere] }
            (moved[first], moved[first + 1]) = (.number(longitude(lon)), .number(latitude(lat)))
        }
        return moved
    }

    /// The latitude that a text tells, moved and hidden; nil when it is none in degrees.
    private func moved(latitude text: Substring) -> String? {
        number(text).flatMap { Self.isLatitude($0) ? hidden(latitude($0)) : nil }
    }

    /// The longitude that a text tells, moved and hidden; nil when it is none in degrees.
    private func moved(longitude text: Substring) -> String? {
        number(text).flatMap { Self.isLongitude($0) ? hidden(longitude($0)) : nil }
    }

    /// A number as people, JSON and TOML write it: the last with underscores between digits.
    private func number(_ text: Substring) -> Double? { Double(text.filter { $0 != "_" }) }

    private static func isLatitude(_ degrees: Double) -> Bool { degrees.magnitude <= 90 }

    /// Whether it is one, perhaps beyond a turn as drawings are that cross the antimeridian.
    private static func isLongitude(_ degrees: Double) -> Bool {
        degrees.magnitude <= ShapeProblem.longitudeLimit
    }

    /// What stands for numbers that are no place in degrees.
    private static let removed = "REMOVED"
    private static let nowhere = JSONValue.string(removed)

    /// Digits of a number with a stop in front of each, which no pattern takes for a number.
    private func hidden(_ number: Double) -> String {
        "\(number)".map { "\(CoordinateShift.stop)\($0)" }.joined()
    }

    /// A character that no text holds.
    private static let stop = "\u{E000}"

    /// To 1e-7 degrees, a centimetre: more digits would be noise of the addition.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
