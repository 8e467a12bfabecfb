extension Evaluator {
    /// Converts a value to text: null is empty, containers are JSON.
    func text(_ value: Value) throws(ExpressionError) -> Text {
        switch value {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .number(let value): return Text(NumberText.plain(value))
        case .text(let text): return text
        case .date(let date): return Text(ISODate.text(date))
        case .dateOnly(let date): return Text(ISODate.text(date))
        case .time(let ms): return Text(ISODate.text(time: ms))
        case .array, .dictionary, .feature, .geometry:
            var writer = JSONWriter(evaluator: self)
            try writer.write(value)
            return Text(units: writer.units)
        case .function: throw ExpressionError(.type, "a function has no text")
        }
    }

    /// Converts an input value.
    func value(
        _ given: ExpressionValue, isImmutable: Bool = false
    ) throws(ExpressionError) -> Value {
        switch given {
        case .null, .function: return .null
        case .bool(let value): return .bool(value)
        case .number(let value): return .number(value)
        case .text(let string):
            try charge(2 * string.utf8.count)
            return .text(string)
        case .date(let ms): return .date(DateValue(ms: ms, zone: zone))
        case .dateOnly(let date): return .dateOnly(date)
        case .time(let ms): return .time(ms)
        case .array(let items):
            var values: [Value] = []
            for item in items { values.append(try value(item)) }
            return try array(values)
        case .dictionary(let members): return .dictionary(try box(members))
        case .feature(let attributes, let geometry):
            return feature(try box(attributes), geometry, isImmutable: isImmutable)
        case .geometry(let geometry): return .geometry(geometry)
        }
    }

    private func box(_ members: [ExpressionMember]) throws(ExpressionError) -> DictionaryBox {
        let dictionary = try dictionary()
        for member in members {
            try set(Text(member.key), try value(member.value), in: dictionary)
        }
        return dictionary
    }

    /// Converts a result value, measured while it is copied.
    func copy(_ value: Value, depth: Int = 0) throws(ExpressionError) -> ExpressionValue {
        guard depth <= ExpressionLimits.nesting else { throw Self.endless }
        if case .text(let text) = value {
            try measure(bytes: text.units.count)
        } else {
            // As JSON a vertex takes some 40 bytes.
            try measure(bytes: value.ownBytes * 3)
        }
        switch value {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let value): return .number(value)
        case .text(let text): return .text(text.string)
        case .date(let date): return .date(date.ms)
        case .dateOnly(let date): return .dateOnly(date)
        case .time(let ms): return .time(ms)
        case .array(let array):
            var items: [ExpressionValue] = []
            for item in array.items { items.append(try copy(item, depth: depth + 1)) }
            return .array(items)
        case .dictionary(let dictionary): return .dictionary(try copy(dictionary, depth))
        case .feature(let feature):
            return .feature(try copy(feature.attributes, depth), feature.geometry)
        case .geometry(let geometry): return .geometry(geometry)
        case .function: return .function
        }
    }

    private func copy(
        _ dictionary: DictionaryBox, _ depth: Int
    ) throws(ExpressionError) -> [ExpressionMember] {
        var members: [ExpressionMember] = []
        for (key, value) in zip(dictionary.keys, dictionary.values) {
            try measure(bytes: key.units.count)
            members.append(ExpressionMember(key.string, try copy(value, depth: depth + 1)))
        }
        return members
    }

    /// Counts a part of the result.
    private func measure(bytes: Int) throws(ExpressionError) {
        try charge(bytes)
        resultRoom_bytes -= ExpressionLimits.resultNode_bytes + bytes
        guard resultRoom_bytes >= 0 else {
            throw ExpressionError(
                .limit,
                "the result has more than \(ExpressionLimits.result_bytes) bytes, of which each "
                    + "value takes \(ExpressionLimits.resultNode_bytes) beside its text")
        }
    }

    /// Returns the cast of a value to a number.
    func number(_ value: Value) throws(ExpressionError) -> Double {
        try charge(value.ownBytes)
        return value.asNumber
    }

    /// Returns whether two values are equal.
    func equals(_ left: Value, _ right: Value) throws(ExpressionError) -> Bool {
        let bytes = left.ownBytes
        // Texts of other lengths differ at once.
        try charge(bytes == right.ownBytes ? bytes + 8 : 8)
        return left.equals(right)
    }

    static var endless: ExpressionError {
        ExpressionError(
            .limit, "a value is nested more than \(ExpressionLimits.nesting) deep, or holds itself")
    }
}
