internal import ControlProtocol
internal import Geodesy

/// Moves every coordinate by the same offset, so that a report retains shapes and distances but not
/// the position.
struct CoordinateShift {
    /// Degrees north, added to every latitude.
    var lat: Double
    /// Degrees east, added to every longitude.
    var lon: Double

    /// Creates a random offset that a reader cannot guess: up to 10 degrees north or south, which
    /// nearly preserves east-west distances, and any number of degrees east.
    static func random() -> CoordinateShift {
        CoordinateShift(lat: .random(in: -10...10), lon: .random(in: -180...180))
    }

    /// Returns the moved latitude, limited to the poles; nil for a number that is not a latitude in
    /// degrees.
    func latitude(_ degrees: Double) -> Double? {
        degrees.magnitude <= 90 ? rounded(min(max(degrees + lat, -90), 90)) : nil
    }

    /// Returns the moved longitude, from -180 to 180; nil for a number that is not a longitude in
    /// degrees. The input may be beyond 180, as in drawings that cross the antimeridian.
    func longitude(_ degrees: Double) -> Double? {
        guard degrees.magnitude <= ShapeProblem.longitudeLimit else { return nil }
        let moved = (degrees + lon + 540).truncatingRemainder(dividingBy: 360)
        return rounded((moved < 0 ? moved + 360 : moved) - 180)
    }

    /// Returns a text with its coordinates moved: `lat=52.1` and the like, `[lon, lat]`, and pairs
    /// of numbers with at least three decimals as `lat lon`. Positions that are not in degrees, as
    /// in files in metres, cannot be moved and are removed. NMEA sentences are removed, since they
    /// contain positions in many forms.
    ///
    /// - Parameter keep: protects a moved number from later replacements.
    func text(_ text: String, keep: (String) -> String) -> String {
        func moved(latitude text: Substring) -> String? {
            number(text).flatMap(latitude).map { keep("\($0)") }
        }
        func moved(longitude text: Substring) -> String? {
            number(text).flatMap(longitude).map { keep("\($0)") }
        }
        var result = text.replacing(/\$[A-Z]{2,5}[A-Z0-9]{1,3},[^\s"]*/, with: "$NMEA-REMOVED")
        result = result.replacing(
            /\[\s*(?<lon>[-+]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)\s*,\s*(?<lat>[-+]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)(?<rest>\s*[,\]])/
        ) { match in
            guard let lat = moved(latitude: match.lat), let lon = moved(longitude: match.lon) else {
                return "[\(Self.removed)\(match.rest)"
            }
            return "[\(lon), \(lat)\(match.rest)"
        }
        result = result.replacing(
            /(?<lead>^|[^A-Za-z])(?<name>(?i:latitude|longitude|lat|lon))(?<between>["']?\s*(?:[=:]|is\b)?\s*)(?<value>[-+]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][-+]?\d+)?)/
        ) { match in
            let isLatitude = match.name.lowercased().hasPrefix("lat")
            let moved = isLatitude ? moved(latitude: match.value) : moved(longitude: match.value)
            return "\(match.lead)\(match.name)\(match.between)\(moved ?? Self.removed)"
        }
        return result.replacing(
            /(?<lat>[-+]?\d[\d_]*\.\d[\d_]{2,})(?<between>\s*[, ]\s*)(?<lon>[-+]?\d[\d_]*\.\d[\d_]{2,})/
        ) { match in
            guard let lat = moved(latitude: match.lat), let lon = moved(longitude: match.lon) else {
                return Self.removed
            }
            return "\(lat)\(match.between)\(lon)"
        }
    }

    /// Returns a number as people, JSON and TOML write it; TOML allows underscores between digits.
    func number(_ text: Substring) -> Double? { Double(text.filter { $0 != "_" }) }

    /// Returns a moved GeoJSON position or box (RFC 7946, 3.1.1 and 5); nil for other lists.
    func position(_ items: [JSONValue]) -> [JSONValue]? {
        guard items.count >= 2, items.allSatisfy({ $0.double != nil }) else { return nil }
        let isBox = items.count == 4 || items.count == 6
        let dimensions = isBox ? items.count / 2 : items.count
        var moved = items
        for first in stride(from: 0, to: items.count, by: dimensions) {
            guard let lon = items[first].double.flatMap(longitude),
                let lat = items[first + 1].double.flatMap(latitude)
            else { return [.string(Self.removed)] }
            (moved[first], moved[first + 1]) = (.number(lon), .number(lat))
        }
        return moved
    }

    /// The replacement of text that may reveal a position and cannot be moved.
    static let removed = "REMOVED"

    /// Rounds to 1e-7 degrees, a centimetre: further digits would be noise of the addition.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
