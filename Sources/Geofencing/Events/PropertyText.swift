import JSONText

/// A property of a fence as people read it, or nil when the JSON object `json` has no member of that
/// name, or one that is null, a list or an object. Of several of one name the last one counts.
///
/// Values of other names are skipped, not read: the cost is the length of the properties, however they
/// are nested.
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
            // A whole number is as exact as its text, where a double is not.
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            return (Int64(text) ?? Int64(exactly: number)).map(String.init) ?? "\(number)"
        case .null, .notNumber, .array, .object:
            try skipValue()
            return nil
        }
    }
}
