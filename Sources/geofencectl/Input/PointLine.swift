internal import Composition
internal import ControlProtocol
internal import Geodesy

/// The lines of `fence probe`, read and written by hand: there may be millions of them.
enum PointLine {
    /// The place of `{"lat":…,"lon":…}`, or nil when the line has none.
    static func place(_ line: [UInt8]) -> Coordinate? {
        guard let latitude = number("\"lat\"", line), let longitude = number("\"lon\"", line) else {
            return slowPlace(line)
        }
        return valid(latitude, longitude)
    }

    /// Writes `{"lat","lon","fences":[{"id","s"}]}`.
    static func write(
        _ place: Coordinate, _ finds: [FenceProbe.Find], ids: [String], to buffer: OutputBuffer
    ) {
        var line = "{\"lat\":\(place.latitude),\"lon\":\(place.longitude),\"fences\":["
        for (index, find) in finds.enumerated() {
            if index > 0 { line += "," }
            line += "{\"id\":"
            line += quoted(ids[find.fence])
            line += ",\"s\":\(find.distance_m)}"
        }
        buffer.add(line + "]}\n")
    }

    private static func valid(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        guard abs(latitude) <= 90, abs(longitude) <= ShapeProblem.longitudeLimit else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The number after a key, in a line whose form is the usual one: one flat object.
    private static func number(_ key: String, _ line: [UInt8]) -> Double? {
        let word = Array(key.utf8)
        let length = word.count
        guard line.first == UInt8(ascii: "{"), line.count > length,
            line.dropFirst().allSatisfy({ $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        var index = 0
        while index + length < line.count {
            if line[index..<index + length].elementsEqual(word) { break }
            index += 1
        }
        index += length
        func skip(_ isSkipped: (UInt8) -> Bool) {
            while index < line.count, isSkipped(line[index]) { index += 1 }
        }
        skip { $0 == UInt8(ascii: " ") }
        guard index < line.count, line[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        skip { $0 == UInt8(ascii: " ") }
        let start = index
        skip { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: " ") }
        return Double(String(decoding: line[start..<index], as: UTF8.self))
    }

    private static func slowPlace(_ line: [UInt8]) -> Coordinate? {
        guard let value = try? Wire.value(JSONValue.self, from: line),
            let latitude = value["lat"]?.double, let longitude = value["lon"]?.double
        else { return nil }
        return valid(latitude, longitude)
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain ? "\"\(text)\"" : String(decoding: Wire.line(text), as: UTF8.self)
    }
}
