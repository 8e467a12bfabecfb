import JSONText

/// What GeoJSON files are made of, beside coordinates.
extension JSONReader {
    /// A string, or nil for a value of another kind, which is passed.
    mutating func stringOrNil() throws -> String? {
        if try kind() == .string { return try string() }
        try skipValue()
        return nil
    }

    /// A string, or a number as it is written; nil for `null`.
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

    /// The same, with nil for anything that cannot be an identity.
    mutating func identityOrNil() throws -> String? {
        switch try kind() {
        case .string, .number: return try identity()
        case .object, .array, .flag, .null, .notNumber:
            try skipValue()
            return nil
        }
    }

    /// Reads the value of `crs`, which GeoJSON before RFC 7946 allowed.
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

    /// Whether this is WGS 84, as OGC or EPSG have it, by its short name, URN or URL: the authority,
    /// mostly a version, and last the code.
    private static func isNameOfWGS84(_ name: Substring) -> Bool {
        let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        return switch parts.last {
        case "crs84", "crs84h": true
        case "4326", "4979": parts.contains("epsg")
        default: false
        }
    }

    /// Refuses anything but space behind the value that was read.
    mutating func demandEnd() throws {
        if isAtEnd() { return }
        if next == UInt8(ascii: "{") { throw ForeignFile.lines.refusal }
        throw fault("expected the end of the file, found \(found)")
    }
}
