internal import FoundationEssentials
internal import JSONText

/// Converts values to the bytes of a line and back.
///
/// Keys are sorted, so that equal values give equal bytes. A nil value has no key unless its type
/// encodes null. Numbers that JSON cannot write become the strings `nan`, `inf` and `-inf`.
public enum Wire {
    /// Returns the line for a value, without its line feed. A `RawJSON` is written verbatim.
    public static func line(_ value: some Encodable) -> [UInt8] {
        let splices = JSONSplices()
        let encoder = make([.sortedKeys, .withoutEscapingSlashes])
        encoder.userInfo[JSONSplices.key] = splices
        do {
            return splices.filled(Array(try encoder.encode(value)))
        } catch {
            preconditionFailure("wire types always encode: \(error)")
        }
    }

    /// Returns the value as indented text, for people.
    public static func pretty(_ value: some Encodable) -> String {
        do {
            return String(decoding: try prettyEncoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("wire types always encode: \(error)")
        }
    }

    /// Decodes the value of a line. Throws a `DecodingError` when it does not fit.
    public static func value<Value: Decodable>(
        _ type: Value.Type, from line: some Collection<UInt8>
    ) throws -> Value {
        let json = JSONReader(Array(line), maximumDepth: readingDepth)
        let decoder = WireDecoder(json)
        try decoder.convert { () throws(JSONFault) in
            var json = json
            try json.skipValue(isKept: true)
            guard json.isAtEnd() else { throw json.fault("expected the end, found \(json.found)") }
        }
        return try decoder.decode(type)
    }

    /// Nesting levels: those of the deepest properties of a fence, plus those of the structure
    /// around them.
    private static let readingDepth = 128

    private static let prettyEncoder = make([
        .sortedKeys, .withoutEscapingSlashes, .prettyPrinted,
    ])

    private static func make(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }
}

/// An object without members: the parameters or the result of methods that have none.
public struct Nothing: Sendable, Hashable {
    /// Creates an object without members.
    public init() {}
}

extension Nothing: Codable {
    private enum Key: CodingKey {}

    /// Reads an object, or the empty array that JSON-RPC clients send where there are no
    /// parameters.
    public init(from decoder: any Decoder) throws {
        if let list = try? decoder.unkeyedContainer(), list.isAtEnd { return }
        _ = try decoder.container(keyedBy: Key.self)
    }

    /// Writes an object without members.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: Key.self)
    }
}
