internal import JSONText

/// Decodes one value of a JSON text with valid syntax. The first byte determines the kind of the
/// value, so the decoder does not try several types and builds no tree.
struct WireDecoder: Decoder {
    /// A reader positioned at the value.
    let json: JSONReader
    /// The keys that lead to the value.
    let codingPath: [any CodingKey]
    /// The record of the members that are read; nil where unknown members are ignored.
    let audit: KeyAudit?
    /// Always empty.
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Creates a decoder of the value at the position of a reader.
    init(_ json: JSONReader, at codingPath: [any CodingKey] = [], audit: KeyAudit? = nil) {
        self.json = json
        self.codingPath = codingPath
        self.audit = audit
    }

    /// Returns the decoder as a `WireDecoder`. Throws when it is another type.
    static func of(_ decoder: any Decoder) throws -> WireDecoder {
        guard let decoder = decoder as? WireDecoder else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "JSON text is decoded by Wire only"))
        }
        return decoder
    }

    func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try WireObject<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try WireList(self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension WireDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { kind == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let primitive = type as? any WirePrimitive.Type else { return try Value(from: self) }
        guard let value = try primitive.init(reading: self) as? Value else {
            preconditionFailure("a primitive decodes a value of its own type")
        }
        return value
    }
}

extension WireDecoder {
    /// The kind of the value; nil where no value begins.
    var kind: JSONReader.Kind? {
        var json = json
        return try? json.kind()
    }

    /// Reads the value. Throws when it is not of that kind.
    func read<Value>(
        _ type: Any.Type, as wanted: JSONReader.Kind,
        _ body: (inout JSONReader) throws(JSONFault) -> Value
    ) throws -> Value {
        var json = json
        let value = try convert { () throws(JSONFault) -> Value? in
            guard try json.kind() == wanted else { return nil }
            return try body(&json)
        }
        return try value ?? mismatch(type)
    }

    /// Converts a fault of the text into a decoding error with the path.
    func convert<Value>(_ body: () throws(JSONFault) -> Value) throws -> Value {
        do throws(JSONFault) {
            return try body()
        } catch {
            throw corrupted(error.reason)
        }
    }

    /// Throws the error for a value of another type; never returns.
    func mismatch<Value>(_ type: Any.Type) throws -> Value {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
        if kind == .null { throw DecodingError.valueNotFound(type, context) }
        throw DecodingError.typeMismatch(type, context)
    }

    /// Returns the error for a value that cannot be represented.
    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

/// A type that is decoded as a whole.
protocol WirePrimitive {
    /// Reads the value of a decoder.
    init(reading decoder: WireDecoder) throws
}

extension String: WirePrimitive {
    init(reading decoder: WireDecoder) throws {
        self = try decoder.read(Self.self, as: .string) { json throws(JSONFault) in
            try json.string()
        }
    }
}

extension Bool: WirePrimitive {
    init(reading decoder: WireDecoder) throws {
        self = try decoder.read(Self.self, as: .flag) { json throws(JSONFault) in
            try json.flag()
        }
    }
}

extension Double: WirePrimitive {
    /// Decodes a number, or the word for a number that JSON cannot write.
    init(reading decoder: WireDecoder) throws {
        if decoder.kind == .string {
            switch try String(reading: decoder) {
            case "nan": self = .nan
            case "inf": self = .infinity
            case "-inf": self = -.infinity
            default: self = try decoder.mismatch(Self.self)
            }
            return
        }
        self = try decoder.read(Self.self, as: .number) { json throws(JSONFault) in
            try json.number()
        }
        guard isFinite else { throw decoder.corrupted("the number is out of range") }
    }
}

extension FixedWidthInteger {
    /// Decodes an integer.
    init(reading decoder: WireDecoder) throws {
        let number = try decoder.read(Self.self, as: .number) { json throws(JSONFault) in
            try WireNumber(&json)
        }
        let value = number.integer.flatMap(Self.init(exactly:)) ?? Self(exactly: number.double)
        guard let value else { throw decoder.corrupted("the number is not whole or too large") }
        self = value
    }
}

extension Int: WirePrimitive {}
extension Int8: WirePrimitive {}
extension Int16: WirePrimitive {}
extension Int32: WirePrimitive {}
extension Int64: WirePrimitive {}
extension UInt: WirePrimitive {}
extension UInt8: WirePrimitive {}
extension UInt16: WirePrimitive {}
extension UInt32: WirePrimitive {}
extension UInt64: WirePrimitive {}

extension Float: WirePrimitive {
    init(reading decoder: WireDecoder) throws { self = Self(try Double(reading: decoder)) }
}
