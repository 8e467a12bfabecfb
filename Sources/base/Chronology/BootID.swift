/// Identifies one boot of a machine; instants of the boot clock of different boots cannot be
/// compared.
///
/// Its text form has 32 hexadecimal digits.
public struct BootID: BitwiseCopyable, Hashable, Sendable, Codable {
    /// The id as a number.
    public var number: UInt128

    /// Creates an id from its number.
    public init(number: UInt128) {
        self.number = number
    }

    /// Parses 32 hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit),
            let number = UInt128(text, radix: 16)
        else { return nil }
        self.number = number
    }

    /// The id as text.
    public var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }

    /// Decodes the text of an id; throws when it is invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = BootID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a boot id is 32 hexadecimal digits")
        }
        self = id
    }

    /// Encodes the text of the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
