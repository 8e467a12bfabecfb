internal import JSONText

/// A JSON value as text, for values that the protocol passes on without interpreting them.
///
/// The text is written verbatim, so that its cost is linear in its bytes, however it is nested.
public struct RawJSON: Sendable, Hashable {
    /// UTF-8 of one JSON value (RFC 8259) without line feeds.
    public let bytes: [UInt8]

    /// Creates a value from text that the caller has checked. The text is written verbatim.
    public init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates the text of a value.
    public init(_ value: JSONValue) {
        bytes = Wire.line(value)
    }

    /// The parsed value; `null` for an invalid text.
    public var value: JSONValue {
        (try? Wire.value(JSONValue.self, from: bytes)) ?? .null
    }
}

extension RawJSON: Codable {
    /// Creates the text of any value. Throws a `DecodingError` for a decoder other than
    /// `WireDecoder`.
    public init(from decoder: any Decoder) throws {
        let decoder = try WireDecoder.of(decoder)
        var json = decoder.json
        json.skipSpace()
        let start = json.position
        try decoder.convert { () throws(JSONFault) in try json.skipValue() }
        bytes = Array(json.bytes[start..<json.position])
    }

    /// Writes the text to a line of the protocol, and the value to any other encoder.
    public func encode(to encoder: any Encoder) throws {
        guard let splices = encoder.userInfo[JSONSplices.key] as? JSONSplices else {
            return try value.encode(to: encoder)
        }
        var container = encoder.singleValueContainer()
        try container.encode(splices.place(for: self))
    }
}
