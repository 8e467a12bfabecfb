import FoundationEssentials

/// The text of one member of a JSON object: strings as they are, numbers and booleans as written,
/// null, arrays and objects as nil; nil also where the text is no object or has no such member.
func property(_ key: String, in json: String) -> String? {
    guard let object = try? JSONDecoder().decode([String: PropertyText].self, from: Data(json.utf8))
    else { return nil }
    return object[key]?.text
}

/// A JSON value as people read it.
private struct PropertyText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            text = string
        } else if let flag = try? container.decode(Bool.self) {
            text = flag ? "true" : "false"
        } else if let integer = try? container.decode(Int64.self) {
            text = String(integer)
        } else if let number = try? container.decode(Double.self) {
            text = String(number)
        } else {
            text = nil
        }
    }
}
