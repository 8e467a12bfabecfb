internal import JSONText

/// A JSON value as its text, for values that the protocol passes on without reading them.
///
/// A line takes the text as it is, so that a value costs its bytes however it is nested.
public struct RawJSON: Sendable, Hashable {
    /// UTF-8 of one JSON value (RFC 8259) without line feeds.
    public let bytes: [UInt8]

    /// The text of a value. The caller has checked that it is one: a line is written with it as it is.
    public init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text of a value, as a line has it.
    public init(_ value: JSONValue) {
        bytes = Wire.line(value)
    }

    /// The value, read. `null` for a text that is none.
    public var value: JSONValue {
        (try? Wire.value(JSONValue.self, from: bytes)) ?? .null
    }
}

extension RawJSON: Codable {
    /// Takes whatever value is there, as it is written. Throws a `DecodingError` for a decoder that does
    /// not read a line of this protocol.
    public init(from decoder: any Decoder) throws {
        let decoder = try WireDecoder.of(decoder)
        var json = decoder.json
        json.skipSpace()
        let start = json.position
        try decoder.tell { () throws(JSONFault) in try json.skipValue() }
        bytes = Array(json.bytes[start..<json.position])
    }

    /// Writes the text in a line, and the value for any other encoder.
    public func encode(to encoder: any Encoder) throws {
        guard let splices = encoder.userInfo[JSONSplices.key] as? JSONSplices else {
            return try value.encode(to: encoder)
        }
        var container = encoder.singleValueContainer()
        try container.encode(splices.place(for: self))
    }
}
