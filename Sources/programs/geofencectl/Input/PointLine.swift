internal import ControlProtocol
internal import Geodesy
internal import Geofencing

/// The lines of `fence probe`, parsed without a general decoder: there may be millions.
enum PointLine {
    /// Returns the position of `{"lat":…,"lon":…}`. Throws why the line has no position.
    static func place(_ line: [UInt8]) throws(UnreadableLine) -> Coordinate {
        var scan = FlatObjectScan(line)
        var latitude: Double?
        var longitude: Double?
        while let (key, value) = scan.nextNumber() {
            switch key {
            case .lat: latitude = value
            case .lon: longitude = value
            }
            if let latitude, let longitude { return try valid(latitude, longitude) }
        }
        return try slowPlace(line)
    }

    /// Writes `{"lat","lon","fences":[{"id","s"}]}`.
    static func write(
        _ place: Coordinate, _ near: [NearFence], to buffer: OutputBuffer
    ) {
        var line = "{\"lat\":\(place.latitude),\"lon\":\(place.longitude),\"fences\":["
        for (index, fence) in near.enumerated() {
            if index > 0 { line += "," }
            line += "{\"id\":"
            line += quoted(fence.id)
            line += ",\"s\":\(fence.distance_m)}"
        }
        buffer.add(line + "]}\n")
    }

    private static func valid(
        _ latitude: Double, _ longitude: Double
    ) throws(UnreadableLine) -> Coordinate {
        let limit = ShapeProblem.longitudeLimit
        guard abs(latitude) <= 90 else {
            throw UnreadableLine(reason: "has the lat \(latitude); it must be from -90 to 90")
        }
        guard abs(longitude) <= limit else {
            throw UnreadableLine(
                reason: "has the lon \(longitude); it must be from -\(limit) to \(limit)")
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func slowPlace(_ line: [UInt8]) throws(UnreadableLine) -> Coordinate {
        guard let value = try? Wire.value(JSONValue.self, from: line),
            let latitude = value["lat"]?.double, let longitude = value["lon"]?.double
        else { throw UnreadableLine(reason: "has no lat and lon") }
        return try valid(latitude, longitude)
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain ? "\"\(text)\"" : String(decoding: Wire.line(text), as: UTF8.self)
    }
}

/// Finds the numbers of `lat` and `lon` in a line of the usual form: one flat object without
/// backslashes. Finds nothing in any other line.
private struct FlatObjectScan {
    enum Key {
        case lat
        case lon
    }

    private let line: [UInt8]
    private var index = 1

    init(_ line: [UInt8]) {
        self.line = line
        var isUsual = line.first == UInt8(ascii: "{")
        for index in line.indices.dropFirst()
        where line[index] == UInt8(ascii: "{") || line[index] == UInt8(ascii: "\\") {
            isUsual = false
        }
        if !isUsual { index = line.count }
    }

    mutating func nextNumber() -> (Key, Double)? {
        // The shortest rest of a line with a key, a colon and a digit: "lat":1
        while index + 7 <= line.count {
            guard line[index] == UInt8(ascii: "\""), line[index + 1] == UInt8(ascii: "l"),
                line[index + 4] == UInt8(ascii: "\"")
            else {
                index += 1
                continue
            }
            let letters = (line[index + 2], line[index + 3])
            index += 5
            skipBlanks()
            guard index < line.count, line[index] == UInt8(ascii: ":") else { continue }
            index += 1
            skipBlanks()
            if letters == (UInt8(ascii: "a"), UInt8(ascii: "t")) {
                return number().map { (.lat, $0) }
            }
            if letters == (UInt8(ascii: "o"), UInt8(ascii: "n")) {
                return number().map { (.lon, $0) }
            }
        }
        return nil
    }

    private mutating func skipBlanks() {
        while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    }

    /// Reads the number up to a comma, a blank or the end of the object.
    private mutating func number() -> Double? {
        let start = index
        while index < line.count, line[index] != UInt8(ascii: ","),
            line[index] != UInt8(ascii: "}"), line[index] != UInt8(ascii: " ")
        {
            index += 1
        }
        return Double(String(decoding: line[start..<index], as: UTF8.self))
    }
}
