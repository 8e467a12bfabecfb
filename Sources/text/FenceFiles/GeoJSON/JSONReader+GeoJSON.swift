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
