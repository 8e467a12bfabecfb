internal import JSONText

/// A number in a text.
struct WireNumber {
    /// The nearest double; infinite out of range.
    let double: Double
    /// The exact value; nil for a fraction or out of range.
    let integer: Int64?

    /// The limit below which each whole number is an exact double.
    private static let exactDoubles = 0x1p53

    /// Reads the number at a reader's position.
    init(_ json: inout JSONReader) throws(JSONFault) {
        json.skipSpace()
        let start = json.position
        double = try json.number()
        if double.magnitude < Self.exactDoubles {
            integer = Int64(exactly: double)
        } else {
            let text = String(decoding: json.bytes[start..<json.position], as: UTF8.self)
            integer = Int64(text) ?? Int64(exactly: double)
        }
    }
}
