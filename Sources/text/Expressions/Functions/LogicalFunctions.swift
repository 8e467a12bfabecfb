/// Functions that choose between values, or test what a value is.
enum LogicalFunctions {
    static let all: [Builtin] = [
        Builtin(lazy: "IIf", "condition, a, b", 3...3, "a when the condition holds, else b") {
            (arguments, evaluator) throws(ExpressionError) in
            try arguments.value(arguments.isTrue(0, evaluator) ? 1 : 2, evaluator)
        },
        Builtin(
            lazy: "When", "condition, value, …, default", 1...1000,
            "the value of the first condition that holds"
        ) { (arguments, evaluator) throws(ExpressionError) in
            guard arguments.count % 2 == 1 else { throw missingDefault("When") }
            for index in stride(from: 0, to: arguments.count - 1, by: 2)
            where try arguments.isTrue(index, evaluator) {
                return try arguments.value(index + 1, evaluator)
            }
            return try arguments.value(arguments.count - 1, evaluator)
        },
        Builtin(
            lazy: "Decode", "value, key, value, …, default", 2...1000,
            "the value of the first key that is the same"
        ) { (arguments, evaluator) throws(ExpressionError) in
            guard arguments.count % 2 == 0 else { throw missingDefault("Decode") }
            let wanted = try arguments.value(0, evaluator)
            for index in stride(from: 1, to: arguments.count - 1, by: 2)
            where try evaluator.equals(try arguments.value(index, evaluator), wanted) {
                return try arguments.value(index + 1, evaluator)
            }
            return try arguments.value(arguments.count - 1, evaluator)
        },
        Builtin(
            lazy: "DefaultValue", "value, default", 2...3,
            "the default where the value, or the container's item of a key, is null or empty text"
        ) { (arguments, evaluator) throws(ExpressionError) in
            var value = try arguments.value(0, evaluator)
            if arguments.count == 3 {
                value = try found(in: value, try arguments.value(1, evaluator), evaluator) ?? .null
            }
            guard value.isEmpty else { return value }
            return try arguments.value(arguments.count - 1, evaluator)
        },
        Builtin("IsEmpty", "value", 1...1, "whether a value is null or an empty text") {
            (arguments, _) in .bool(arguments[0].isEmpty)
        },
        Builtin("IsNan", "value", 1...1, "whether a value is the number NaN") { (arguments, _) in
            guard case .number(let number) = arguments[0] else { return .bool(false) }
            return .bool(number.isNaN)
        },
        Builtin("HasKey", "container, key", 2...2, "whether there is such a key or index") {
            (arguments, evaluator) throws(ExpressionError) in
            .bool(try found(in: arguments[0], arguments[1], evaluator) != nil)
        },
        Builtin(
            "HasValue", "container, key", 2...2,
            "whether there is such a key or index, and its value is not null or empty text"
        ) { (arguments, evaluator) throws(ExpressionError) in
            let value = try found(in: arguments[0], arguments[1], evaluator)
            return .bool(!(value?.isEmpty ?? true))
        },
        Builtin("Boolean", "value", 1...1, "the value as Boolean") { (arguments, _) in
            .bool(arguments[0].isTruthy)
        },
        Builtin("Number", "value, pattern?", 1...2, "the value as Number") {
            (arguments, evaluator) throws(ExpressionError) in
            guard arguments.count == 2, case .text(let text) = arguments[0] else {
                return .number(arguments[0].asNumber)
            }
            return .number(NumberPattern(try arguments.text(1, evaluator)).number(text))
        },
        Builtin("Text", "value, format?", 1...2, "the value as Text") {
            (arguments, evaluator) throws(ExpressionError) in
            guard arguments.count == 2 else {
                return .text(try evaluator.text(arguments[0]))
            }
            return try formatted(arguments[0], try arguments.text(1, evaluator), evaluator)
        },
        Builtin("TypeOf", "value", 1...1, "the name of the value's type") { (arguments, _) in
            .text(typeName(arguments[0]))
        },
        Builtin("Console", "value, …", 0...1000, "nothing; there is no console") { (_, _) in
            .null
        },
        Builtin("GetEnvironment", "", 0...0, "the locale, time zone and spatial reference") {
            (_, evaluator) throws(ExpressionError) in
            let members = try evaluator.dictionary()
            let texts: KeyValuePairs<Text, String> = [
                "application": "geofenced", "engine": "native", "engineVersion": "1",
                "locale": "en-US", "platform": "linux", "timeZone": evaluator.zone.name,
                "version": "1.30",
            ]
            for (key, text) in texts { try evaluator.set(key, .text(text), in: members) }
            let reference = try evaluator.dictionary()
            try evaluator.set("wkid", .number(4326), in: reference)
            try evaluator.set("spatialReference", .dictionary(reference), in: members)
            return .dictionary(members)
        },
        Builtin("Hash", "value", 1...1, "a number that is the same for the same value") {
            (arguments, evaluator) throws(ExpressionError) in
            // FNV-1a of the text, because the hash function of other engines is not published.
            var hash: UInt32 = 0x811C_9DC5
            for unit in try arguments.text(0, evaluator).units {
                hash = (hash ^ UInt32(unit & 0xFF)) &* 0x0100_0193
                hash = (hash ^ UInt32(unit >> 8)) &* 0x0100_0193
            }
            return .number(Double(hash))
        },
    ]

    private static func missingDefault(_ name: String) -> ExpressionError {
        ExpressionError(.arity, "\(name) needs a default as its last argument")
    }

    /// Returns the item of a container; nil without that key or index.
    static func found(
        in container: Value, _ key: Value, _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value? {
        switch container {
        case .dictionary(let dictionary):
            return try evaluator.member(try evaluator.text(key), of: dictionary)
        case .feature(let feature):
            return try evaluator.member(try evaluator.text(key), of: feature.attributes)
        case .array(let array):
            guard let place = try? evaluator.place(key, count: array.items.count) else {
                return nil
            }
            return array.items[place]
        case .null: return nil
        case .bool, .number, .text, .date, .dateOnly, .time, .geometry, .function:
            throw ExpressionError(
                .type,
                "argument 1 has to be a Dictionary, Feature or Array, not "
                    + container.typeWithArticle)
        }
    }

    static func formatted(
        _ value: Value, _ format: Text, _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value {
        try evaluator.charge(format.byteCount)
        switch value {
        case .null: return .text("")
        case .number(let number):
            guard number.isFinite else { return .text("") }
            return try evaluator.text(NumberPattern(format).text(number).units)
        case .date(let date):
            let offset = date.zone.rule == nil ? nil : date.zone.offset_ms(at: date.ms)
            return try evaluator.text(
                DatePattern(format).text(DateParts(date), offset_ms: offset).units)
        case .dateOnly(let date):
            return try evaluator.text(
                DatePattern(format).text(DateParts(date), offset_ms: nil).units)
        case .time(let ms):
            let parts = DateParts(local_ms: Double(ms))
            return try evaluator.text(DatePattern(format).text(parts, offset_ms: nil).units)
        case .bool, .text, .array, .dictionary, .feature, .geometry, .function:
            return .text(try evaluator.text(value))
        }
    }

    /// `String` for a text, as compared by published scripts; the reference calls it Text.
    static func typeName(_ value: Value) -> String {
        switch value {
        case .null: "Unrecognized Type"
        case .bool: "Boolean"
        case .number: "Number"
        case .text: "String"
        case .date: "Date"
        case .dateOnly: "DateOnly"
        case .time: "Time"
        case .array: "Array"
        case .dictionary: "Dictionary"
        case .feature: "Feature"
        case .geometry(let geometry): geometry.kind.name
        case .function: "Function"
        }
    }
}
