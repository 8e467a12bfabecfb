import JSONText

/// Returns a property of a fence as text for messages. Nil when the JSON object `json` has no
/// member of that name, or the member is null, a list or an object. Of several members of one name
/// the last one counts.
///
/// Values of other names are skipped without parsing them. The cost is proportional to the length
/// of the properties, at any nesting.
func property(_ key: String, in json: String) -> String? {
    var json = JSONReader(Array(json.utf8))
    do throws(JSONFault) {
        var found: String?
        var walk = try json.openObject()
        while let name = try json.nextKey(&walk) {
            if name == key { found = try json.text() } else { try json.skipValue() }
        }
        return found
    } catch {
        return nil
    }
}

extension JSONReader {
    fileprivate mutating func text() throws(JSONFault) -> String? {
        switch try kind() {
        case .string: return try string()
        case .flag: return try flag() ? "true" : "false"
        case .number:
            let start = position
            let number = try number()
            // The text of a whole number is exact; a double may not be.
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            return (Int64(text) ?? Int64(exactly: number)).map(String.init) ?? "\(number)"
        case .null, .notNumber, .array, .object:
            try skipValue()
            return nil
        }
    }
}
