internal import JSONText

/// Decodes an object: records where the value of each key begins. The last of equal keys counts.
struct WireObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let json: JSONReader
    private let places: [String: JSONReader.Mark]
    private let audit: KeyAudit?

    /// Creates the container for the object of a decoder.
    init(_ decoder: WireDecoder) throws {
        codingPath = decoder.codingPath
        json = decoder.json
        places = try decoder.read([String: Any].self, as: .object) { json throws(JSONFault) in
            var places: [String: JSONReader.Mark] = [:]
            var walk = try json.openObject()
            while let key = try json.nextKey(&walk) {
                places[key] = json.mark
                try json.skipValue()
            }
            return places
        }
        audit = decoder.audit
        audit?.noteMembers(Array(places.keys), at: codingPath)
    }

    var allKeys: [Key] { places.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool {
        audit?.noteKey(key, at: codingPath)
        return places[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(of: key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(of: key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
        guard contains(key) else { return nil }
        let decoder = try decoder(of: key)
        return decoder.decodeNil() ? nil : try decoder.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(of: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(of: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { WireDecoder(json, at: codingPath, audit: audit) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

    private func decoder(of key: Key) throws -> WireDecoder {
        audit?.noteKey(key, at: codingPath)
        guard let place = places[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
        }
        var json = json
        json.go(to: place)
        return WireDecoder(json, at: codingPath + [key], audit: audit)
    }
}

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
