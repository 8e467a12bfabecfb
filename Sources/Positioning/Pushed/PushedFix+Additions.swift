import JSONText
import Suggestions

extension PushedFix {
    /// The value of `additional` or of a key like it.
    enum Additions {
        /// A JSON object that is not too large.
        case object(FixAdditions)
        /// Another value, with what it must be.
        case wrong(String)
    }

    /// The most characters of an error that are reported.
    private static let errorLength = 256

    /// The object at the current position; nil for null.
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

    /// The text of an error, in one line; nil where the key means something else.
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
