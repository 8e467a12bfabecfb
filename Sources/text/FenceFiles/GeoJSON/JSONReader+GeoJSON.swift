import Chronology
import Geodesy
import JSONText

/// Reads the elements of GeoJSON except coordinates.
extension JSONReader {
    /// Reads a string; skips a value of another kind and returns nil.
    mutating func stringOrNil() throws -> String? {
        if try kind() == .string { return try string() }
        try skipValue()
        return nil
    }

    /// Reads a string, or a number as written; nil for `null`.
    mutating func identity() throws -> String? {
        switch try kind() {
        case .string: return try string()
        case .number:
            let start = position
            try skipValue()
            return String(decoding: bytes[start..<position], as: UTF8.self)
        case .null:
            try null()
            return nil
        case .object, .array, .flag, .notNumber:
            throw Refusal("its id is neither a string nor a number")
        }
    }

    /// Reads a string or a number as an identity; skips any other value and returns nil.
    mutating func identityOrNil() throws -> String? {
        switch try kind() {
        case .string, .number: return try identity()
        case .object, .array, .flag, .null, .notNumber:
            try skipValue()
            return nil
        }
    }

    /// Checks `crs`, which GeoJSON before RFC 7946 allowed.
    ///
    /// - Throws: `Refusal` unless it names WGS 84.
    mutating func checkReferenceSystem() throws {
        let start = position
        try skipValue()
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let strings = text.split(separator: "\"")
        guard text == "null" || strings.contains(where: Self.isNameOfWGS84) else {
            throw Refusal(
                "the coordinates are not WGS 84: \"crs\" is \(text.prefix(100))",
                hint: "convert the file, for example with ogr2ogr -t_srs EPSG:4326")
        }
    }

    /// Whether a name is that of WGS 84 by OGC or EPSG, as a short name, URN or URL: the authority,
    /// usually a version, then the code.
    private static func isNameOfWGS84(_ name: Substring) -> Bool {
        let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        return switch parts.last {
        case "crs84", "crs84h": true
        case "4326", "4979": parts.contains("epsg")
        default: false
        }
    }

    /// Throws unless only whitespace follows.
    mutating func requireEnd() throws {
        if isAtEnd() { return }
        if next == UInt8(ascii: "{") { throw ForeignFile.lines.refusal }
        throw fault("expected the end of the file, found \(found)")
    }
}

extension JSONReader {
    /// Reads a position `[longitude, latitude, …]`; ignores the altitude and further values.
    ///
    /// - Parameter place: the place of the vertex, for problems.
    @inline(__always)
    mutating func coordinate(_ place: VertexPlace) throws -> Coordinate {
        skipSpace()
        guard next == UInt8(ascii: "[") else {
            throw Refusal("\"coordinates\" is not nested as its type needs", vertex: place)
        }
        var walk = try openArray()
        let longitude = try ordinate(&walk, place)
        let latitude = try ordinate(&walk, place)
        while try hasElement(&walk) { try skipValue() }
        guard latitude.magnitude <= 90, longitude.magnitude <= Self.mostLongitude else {
            throw Self.outOfRange(longitude, latitude, place)
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The limit in degrees: three world copies on either side. More turns are rare on a web map,
    /// and a greater value is most likely in metres.
    private static let mostLongitude = 3.5 * 360

    /// Whether the next array is empty. Does not advance.
    mutating func isEmptyArray() throws -> Bool {
        let start = mark
        var walk = try openArray()
        let isEmpty = try !hasElement(&walk)
        go(to: start)
        return isEmpty
    }

    @inline(__always)
    private mutating func ordinate(_ walk: inout Walk, _ place: VertexPlace) throws -> Double {
        guard try hasElement(&walk) else {
            throw Refusal("a position needs a longitude and a latitude", vertex: place)
        }
        skipSpace()
        // Usually the next byte is a digit; otherwise the kind must be checked.
        if next &- 48 < 10 { return try number() }
        switch try kind() {
        case .number: return try number()
        case .notNumber:
            throw Refusal(
                "a position holds \(notNumberFault.reason)",
                hint: "give its longitude and latitude or remove it", vertex: place,
                offset: position)
        case .array: throw DeepNesting(vertex: place)
        case .object, .string, .flag, .null:
            throw Refusal("a position contains a value that is not a number", vertex: place)
        }
    }

    private static func outOfRange(
        _ longitude: Double, _ latitude: Double, _ place: VertexPlace
    ) -> Refusal {
        let position = "[\(longitude), \(latitude)]"
        if longitude.magnitude > mostLongitude || latitude.magnitude > 180 {
            return Refusal(
                "the position \(position) is not in degrees", hint: "convert it to WGS 84",
                vertex: place)
        }
        let areSwapped = longitude.magnitude <= 90
        return Refusal(
            "the position \(position) has a latitude beyond 90 degrees",
            hint: areSwapped
                ? "write longitude first: it looks swapped"
                : "write longitude first, then latitude",
            vertex: place)
    }
}

extension JSONReader {
    /// The maximum number of spans: more than twice the 168 hours of a week are not a schedule.
    private static let mostSpans = 336

    /// Reads `schedule`. The reason of a refusal is a predicate of the key.
    mutating func schedule() throws -> WeeklySchedule {
        let hint = "give hours such as [\"Mon-Fri 07:00-18:30\"]"
        guard try kind() == .array else { throw Refusal("is not an array", hint: hint) }
        var spans: [WeeklySchedule.Span] = []
        var walk = try openArray()
        while try hasElement(&walk) {
            guard try kind() == .string else { throw Refusal("must hold strings", hint: hint) }
            let text = try string()
            guard let span = WeeklySchedule.Span(text) else {
                throw Refusal(
                    "holds \"\(text)\", which is not a time span",
                    hint: WeeklySchedule.Span.advice(for: text))
            }
            spans.append(span)
        }
        guard !spans.isEmpty, spans.count <= Self.mostSpans else {
            throw Refusal("holds \(spans.count) entries", hint: hint)
        }
        return WeeklySchedule(spans)
    }
}
