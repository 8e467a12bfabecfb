/// What ties an answer to its request: a number or a text, as the client likes; null when the
/// request could not be read.
public enum RequestID: Sendable, Hashable {
    /// A whole number.
    case number(Int64)
    /// A text.
    case text(String)
    /// Not known.
    case null
}

extension RequestID: Codable {
    /// Reads a number, a text or null; throws for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Int64.self))
        }
    }

    /// Writes the number, the text or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
