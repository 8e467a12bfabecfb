internal import JSONText

/// Decodes the elements of an array in order.
struct WireList: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    private let audit: KeyAudit?
    private(set) var currentIndex = 0
    private(set) var isAtEnd: Bool
    private var json: JSONReader
    private var walk: JSONReader.Walk

    /// Creates a container for an array.
    init(_ decoder: WireDecoder) throws {
        codingPath = decoder.codingPath
        audit = decoder.audit
        (json, walk, isAtEnd) = try decoder.read([Any].self, as: .array) {
            json throws(JSONFault) in
            var walk = try json.openArray()
            let isAtEnd = try !json.hasElement(&walk)
            return (json, walk, isAtEnd)
        }
    }

    /// Unknown before all elements are read.
    var count: Int? { nil }

    mutating func decodeNil() throws -> Bool {
        let isNull = try decoder(of: Any?.self).decodeNil()
        if isNull { try goOn() }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder(of: type).decode(type)
        try goOn()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try decoder(of: [String: Any].self).container(keyedBy: type)
        try goOn()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder(of: [Any].self).unkeyedContainer()
        try goOn()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder(of: Any.self)
        try goOn()
        return decoder
    }

    private func decoder(of type: Any.Type) throws -> WireDecoder {
        let path = codingPath + [Index(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: path, debugDescription: ""))
        }
        return WireDecoder(json, at: path, audit: audit)
    }

    private mutating func goOn() throws {
        var (json, walk) = (json, walk)
        isAtEnd = try decoder(of: Any.self).convert { () throws(JSONFault) in
            try json.skipValue()
            return try !json.hasElement(&walk)
        }
        (self.json, self.walk) = (json, walk)
        currentIndex += 1
    }

    /// The index of an element in a coding path.
    private struct Index: CodingKey {
        var intValue: Int?
        var stringValue: String { intValue.map(String.init) ?? "" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue _: String) { return nil }
    }
}
