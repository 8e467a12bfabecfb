internal import ControlProtocol
internal import Geodesy
internal import Geofencing
internal import JSONText

/// The lines of `fence probe`. No line is decoded as a tree: there may be millions.
enum PointLine {
    /// Returns the position of `{"lat":…,"lon":…}`. Throws why the line has no position.
    static func place(_ line: [UInt8]) throws(UnreadableLine) -> Coordinate {
        guard let numbers = try? numbers(line) else {
            throw UnreadableLine(reason: "has no lat and lon")
        }
        return try valid(numbers.latitude, numbers.longitude)
    }

    private static func numbers(
        _ line: [UInt8]
    ) throws(JSONFault) -> (latitude: Double, longitude: Double) {
        var json = JSONReader(line)
        var walk = try json.openObject()
        var (latitude, longitude): (Double?, Double?)
        while let key = try json.nextKey(&walk) {
            switch key {
            case "lat": latitude = try json.number()
            case "lon": longitude = try json.number()
            default: try json.skipValue()
            }
        }
        guard let latitude, let longitude, json.isAtEnd() else { throw json.fault("no position") }
        return (latitude, longitude)
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

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain ? "\"\(text)\"" : String(decoding: Wire.line(text), as: UTF8.self)
    }
}
