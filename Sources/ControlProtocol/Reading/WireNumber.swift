internal import JSONText

/// A number as it stands in a text.
struct WireNumber {
    /// Rounded to the nearest double; infinite beyond all of them.
    let double: Double
    /// Exactly, where it has no fraction and fits.
    let integer: Int64?

    /// Below this every whole double is exactly the number that was written.
    private static let exactDoubles = 0x1p53

    /// Reads the number that a reader stands in front of.
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
