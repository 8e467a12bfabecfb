import JSONText
import Suggestions

extension PushedFix {
    /// The value of `additional`.
    enum Additions {
        /// A JSON object that is not too large.
        case object(FixAdditions)
        /// Another value, with the requirement for it.
        case wrong(String)
    }

    /// The maximum number of characters of a reported error.
    private static let errorLength = 256

    /// Reads the object at the current position; nil for null.
    static func additions(_ line: inout JSONLine) throws -> Additions? {
        try line.read { json throws in
            switch try json.kind() {
            case .null:
                try json.null()
                return nil
            case .object:
                let text = try json.compactValue().text
                let limit = FixAdditions.maximumBytes
                guard text.utf8.count <= limit else {
                    return .wrong("has \(text.utf8.count) bytes; \(limit) are allowed")
                }
                return .object(FixAdditions(json: text))
            case .array, .string, .number, .flag, .notNumber:
                try json.skipValue()
                return .wrong("must be an object")
            }
        }
    }

    /// Reads the text of an error as one line; nil when the value is not a string.
    static func error(_ line: inout JSONLine) throws -> String? {
        try line.read { json throws in
            guard try json.kind() == .string else {
                try json.skipValue()
                return nil
            }
            let words = String(try json.string().unicodeScalars.prefix(errorLength))
            return words.isEmpty ? "it gives no reason" : words.withoutControls()
        }
    }
}
