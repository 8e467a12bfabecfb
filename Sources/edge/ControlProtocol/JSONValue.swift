internal import JSONText

/// Any JSON value, for values that the protocol passes on without interpreting them.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; the order of its members is lost.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of that name; nil when there is none or this is not an object.
    public subscript(member: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[member]
    }

    /// The string; nil for another kind of value.
    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number; nil for another kind of value.
    public var double: Double? {
        switch self {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        case .null, .bool, .string, .array, .object: return nil
        }
    }
}

extension JSONValue: Codable {
    /// Decodes any value by its first byte. Throws a `DecodingError` for a decoder other than
    /// `WireDecoder`.
    public init(from decoder: any Decoder) throws {
        let decoder = try WireDecoder.of(decoder)
        var json = decoder.json
        self = try decoder.convert { () throws(JSONFault) in try JSONValue(&json) }
    }

    private init(_ json: inout JSONReader) throws(JSONFault) {
        switch try json.kind() {
        case .null:
            try json.null()
            self = .null
        case .flag: self = .bool(try json.flag())
        case .string: self = .string(try json.string())
        case .number:
            let number = try WireNumber(&json)
            self = number.integer.map(JSONValue.integer) ?? .number(number.double)
        case .notNumber: throw json.notNumberFault
        case .array:
            var values: [JSONValue] = []
            var walk = try json.openArray()
            while try json.hasElement(&walk) { values.append(try JSONValue(&json)) }
            self = .array(values)
        case .object:
            var members: [String: JSONValue] = [:]
            var walk = try json.openObject()
            while let key = try json.nextKey(&walk) { members[key] = try JSONValue(&json) }
            self = .object(members)
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
