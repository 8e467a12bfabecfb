internal import ControlProtocol

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
    /// numbers with at least three decimals as `lat lon`. NMEA sentences and unparsed JSON of
    /// receivers are cut, for they hold places in many forms.
    func text(_ text: String) -> String {
        var result = text.replacing(/\$[A-Z]{2,5}[A-Z0-9]{1,3},[^\s"]*/, with: "$NMEA-REMOVED")
        result = result.replacing(
            /\[\s*(?<lon>-?\d{1,3}(?:\.\d+)?)\s*,\s*(?<lat>-?\d{1,2}(?:\.\d+)?)(?<rest>\s*[,\]])/
        ) { match in
            guard let lat = Double(match.lat), let lon = Double(match.lon) else {
                return "\(match.0)"
            }
            // Marked, so that the patterns below leave the new numbers alone.
            return "[\(hidden(longitude(lon))), \(hidden(latitude(lat)))\(match.rest)"
        }
        result = result.replacing(
            /(?<lead>^|[^A-Za-z])(?<name>(?i:latitude|longitude|lat|lon))(?<between>["']?\s*[=:]?\s*)(?<value>-?\d{1,3}(?:\.\d+)?)/
        ) { match in
            guard let value = Double(match.value) else { return "\(match.0)" }
            let isLatitude = match.name.lowercased().hasPrefix("lat")
            let moved = isLatitude ? latitude(value) : longitude(value)
            return "\(match.lead)\(match.name)\(match.between)\(hidden(moved))"
        }
        result = result.replacing(
            /(?<lat>-?\d{1,2}\.\d{3,})(?<between>°?[NS]?\s*[, ]\s*)(?<lon>-?\d{1,3}\.\d{3,})/
        ) { match in
            guard let lat = Double(match.lat), let lon = Double(match.lon) else {
                return "\(match.0)"
            }
            return "\(hidden(latitude(lat)))\(match.between)\(hidden(longitude(lon)))"
        }
        return result.replacing(CoordinateShift.stop, with: "")
    }

    private func member(_ name: String, _ value: JSONValue) -> JSONValue {
        let word = name.lowercased().split(separator: "_").last ?? ""
        if let degrees = value.double {
            if word == "lat" || word == "latitude" { return .number(latitude(degrees)) }
            if word == "lon" || word == "longitude" { return .number(longitude(degrees)) }
        }
        let holdsPositions = ["coordinates", "bbox", "building", "center", "centre"].contains(word)
        return self.value(value, isGeometry: holdsPositions)
    }

    /// A GeoJSON position, or a box of two (RFC 7946, 3.1.1 and 5); nil for other lists.
    private func position(_ items: [JSONValue]) -> [JSONValue]? {
        guard items.count >= 2, items.allSatisfy({ $0.double != nil }) else { return nil }
        let isBox = items.count == 4 || items.count == 6
        let dimensions = isBox ? items.count / 2 : items.count
        return items.enumerated().map { index, item in
            guard let degrees = item.double else { return item }
            switch index % dimensions {
            case 0: return .number(longitude(degrees))
            case 1: return .number(latitude(degrees))
            default: return item
            }
        }
    }

    /// Digits of a number with a stop in front of each, which no pattern takes for a number.
    private func hidden(_ number: Double) -> String {
        "\(number)".map { "\(CoordinateShift.stop)\($0)" }.joined()
    }

    /// A character that no text holds.
    private static let stop = "\u{E000}"

    /// To 1e-7 degrees, a centimetre: more digits would be noise of the addition.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
