/// The name of a visit: the same for its enter, dwells and exit, in every run with the same input.
///
/// Its text has 16 hexadecimal digits.
public struct VisitName: BitwiseCopyable, Sendable, Hashable, Codable {
    /// The name as a number.
    public var number: UInt64

    /// Creates the name with that number.
    public init(number: UInt64) {
        self.number = number
    }

    /// The name as text.
    public var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Reads the text of a name; nil if the text is not a name.
    public init?(parsing text: String) {
        guard let number = UInt64(text, radix: 16) else { return nil }
        self.number = number
    }

    /// Reads the text of a name; throws if the text is not a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let name = VisitName(parsing: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text)' is not the name of a visit: 16 hexadecimal digits are")
        }
        self = name
    }

    /// Writes the text of the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
