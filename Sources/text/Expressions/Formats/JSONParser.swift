internal import JSONText

/// Reads JSON text into values of the language.
struct JSONParser {
    private var reader: JSONReader
    private let evaluator: Evaluator

    /// Parses a text. Throws `type` when it is not JSON, and `limit` when it is nested more than
    /// ``ExpressionLimits/nesting`` deep.
    static func value(of text: Text, _ evaluator: Evaluator) throws(ExpressionError) -> Value {
        try evaluator.charge(text.byteCount)
        var parser = JSONParser(
            reader: JSONReader(Array(text.string.utf8), maximumDepth: ExpressionLimits.nesting),
            evaluator: evaluator)
        let value = try parser.value()
        guard parser.reader.isAtEnd() else {
            throw Self.error(parser.reader.fault("expected the end, found \(parser.reader.found)"))
        }
        return value
    }

    private static func error(_ fault: JSONFault) -> ExpressionError {
        ExpressionError(.type, "the text is not JSON: byte \(fault.offset + 1): \(fault.reason)")
    }

    /// Calls the reader; converts its faults to errors of the language.
    private mutating func read<Read>(
        _ body: (inout JSONReader) throws(JSONFault) -> Read
    ) throws(ExpressionError) -> Read {
        do throws(JSONFault) { return try body(&reader) } catch { throw Self.error(error) }
    }

    private mutating func value() throws(ExpressionError) -> Value {
        switch try read({ (reader) throws(JSONFault) in try reader.kind() }) {
        case .object: return try object()
        case .array: return try list()
        case .string:
            return .text(try read { (reader) throws(JSONFault) in try reader.string() })
        case .number:
            return .number(try read { (reader) throws(JSONFault) in try reader.number() })
        case .flag: return .bool(try read { (reader) throws(JSONFault) in try reader.flag() })
        case .null:
            try read { (reader) throws(JSONFault) in try reader.null() }
            return .null
        case .notNumber: throw Self.error(reader.notNumberFault)
        }
    }

    private mutating func list() throws(ExpressionError) -> Value {
        var items: [Value] = []
        var walk = try read { (reader) throws(JSONFault) in try reader.openArray() }
        while try read({ (reader) throws(JSONFault) in try reader.hasElement(&walk) }) {
            items.append(try value())
        }
        return try evaluator.newArray(items)
    }

    private mutating func object() throws(ExpressionError) -> Value {
        let members = try evaluator.dictionary()
        var walk = try read { (reader) throws(JSONFault) in try reader.openObject() }
        while let key = try read({ (reader) throws(JSONFault) in try reader.nextKey(&walk) }) {
            try evaluator.set(Text(key), try value(), in: members)
        }
        return .dictionary(members)
    }
}
