/// Matches a response to its request: a number or a string chosen by the client; null when the
/// request could not be read.
public enum RequestID: Sendable, Hashable {
    /// A whole number.
    case number(Int64)
    /// A string.
    case text(String)
    /// Null: the id is unknown.
    case null
}

extension RequestID: Codable {
    /// Decodes a number, a string or null; throws for anything else.
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

    /// Encodes the number, the string or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
