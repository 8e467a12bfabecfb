/// Functions of texts.
enum TextFunctions {
    static let all: [Builtin] = [
        Builtin(
            "Concatenate", "values, separator?, format?", 1...1000,
            "the items of an array, or all arguments, as one text"
        ) { (arguments, evaluator) throws(ExpressionError) in
            guard case .array(let array) = arguments[0] else {
                var units: [UInt16] = []
                for index in arguments.indices {
                    let text = try arguments.text(index, evaluator)
                    try evaluator.charge(text.byteCount)
                    units += text.units
                }
                return .text(Text(units: units))
            }
            let separator = try arguments.text(1, evaluator)
            let format = try arguments.count > 2 ? arguments.text(2, evaluator) : nil
            var units: [UInt16] = []
            for (index, item) in array.items.enumerated() {
                try evaluator.charge(items: 1)
                let value = try format.map { (format) throws(ExpressionError) in
                    try LogicalFunctions.formatted(item, format, evaluator)
                }
                let text = try evaluator.text(value ?? item)
                try evaluator.charge(text.byteCount + separator.byteCount)
                if index > 0 { units += separator.units }
                units += text.units
            }
            return .text(Text(units: units))
        },
        Builtin("Find", "needle, text, start?", 2...3, "where a text stands in another, or -1") {
            (arguments, evaluator) throws(ExpressionError) in
            let needle = try arguments.text(0, evaluator)
            let text = try arguments.text(1, evaluator)
            return .number(text.firstIndex(of: needle, from: max(0, arguments.integer(2))) ?? -1)
        },
        Builtin("Left", "text, count", 2...2, "the first characters") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.text(0, evaluator)
            return try evaluator.text(text.units.prefix(max(0, arguments.integer(1))))
        },
        Builtin("Right", "text, count", 2...2, "the last characters") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.text(0, evaluator)
            return try evaluator.text(text.units.suffix(max(0, arguments.integer(1))))
        },
        Builtin("Mid", "text, start, count?", 2...3, "characters from a place on") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.text(0, evaluator)
            let rest = text.units.dropFirst(max(0, arguments.integer(1)))
            return try evaluator.text(rest.prefix(max(0, arguments.integer(2, or: .max))))
        },
        Builtin("Lower", "text", 1...1, "the text in lower case") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.characters(0, evaluator)
            return try evaluator.text(text.string.lowercased().utf16)
        },
        Builtin("Upper", "text", 1...1, "the text in upper case") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.characters(0, evaluator)
            return try evaluator.text(text.string.uppercased().utf16)
        },
        Builtin(
            "Proper", "text, 'everyword'|'firstword'?", 1...2,
            "the text with capitals at the begin of words"
        ) { (arguments, evaluator) throws(ExpressionError) in
            let isEveryWord = try arguments.text(1, evaluator).folded != "firstword"
            let text = try arguments.characters(0, evaluator)
            return try evaluator.text(proper(text, isEveryWord: isEveryWord).utf16)
        },
        Builtin(
            "Replace", "text, search, replacement, all?", 3...4, "the text with a part replaced"
        ) { (arguments, evaluator) throws(ExpressionError) in
            let search = try arguments.text(1, evaluator)
            let replacement = try arguments.text(2, evaluator)
            let isAll = arguments.at(3)?.isTruthy ?? true
            if case .array(let array) = arguments[0] {
                var items: [Value] = []
                for item in array.items {
                    items.append(try evaluator.equals(item, arguments[1]) ? arguments[2] : item)
                }
                return try evaluator.newArray(items)
            }
            let text = try arguments.text(0, evaluator)
            return try replace(search, in: text, by: replacement, isAll: isAll, evaluator)
        },
        Builtin("Split", "text, separator, limit?, removeEmpty?", 2...4, "the pieces of a text") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.text(0, evaluator)
            var pieces = try split(text, by: try arguments.text(1, evaluator), evaluator)
            if arguments.at(3)?.isTruthy ?? false { pieces.removeAll { $0.units.isEmpty } }
            let limit = arguments.integer(2, or: -1)
            if limit >= 0 { pieces = Array(pieces.prefix(limit)) }
            return try evaluator.newArray(pieces.map { .text($0) })
        },
        Builtin("Trim", "text", 1...1, "the text without white space at both ends") {
            (arguments, evaluator) throws(ExpressionError) in
            .text(try arguments.text(0, evaluator).trimmed as Text)
        },
        Builtin("UrlEncode", "text or dictionary", 1...1, "percent-encoded text") {
            (arguments, evaluator) throws(ExpressionError) in
            guard case .dictionary(let dictionary) = arguments[0] else {
                return try evaluator.text(encoded(try arguments.characters(0, evaluator)).utf16)
            }
            var pairs: [(Text, Value)] = []
            for (key, value) in zip(dictionary.keys, dictionary.values) {
                pairs.append((key, value))
            }
            try evaluator.charge(dictionary.keys.reduce(0) { $0 + 8 * $1.byteCount + 64 })
            var parts: [String] = []
            for (key, value) in pairs.sorted(by: { $0.0 < $1.0 }) {
                parts.append("\(encoded(key))=\(encoded(try evaluator.text(value)))")
            }
            return try evaluator.text(parts.joined(separator: "&").utf16)
        },
    ]

    private static func proper(_ text: Text, isEveryWord: Bool) -> String {
        var result = ""
        var isStart = true
        for character in text.string.lowercased() {
            result += isStart ? character.uppercased() : String(character)
            isStart = character.isWhitespace ? isEveryWord || isStart : false
        }
        return result
    }

    private static func replace(
        _ search: Text, in text: Text, by replacement: Text, isAll: Bool, _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value {
        guard !search.units.isEmpty else { return .text(text) }
        let places = text.places(of: search, limit: isAll ? .max : 1)
        try evaluator.charge(text.byteCount + places.count * replacement.byteCount)
        var units: [UInt16] = []
        var start = 0
        for place in places {
            units += text.units[start..<place]
            units += replacement.units
            start = place + search.units.count
        }
        units += text.units[start...]
        return .text(Text(units: units))
    }

    /// Returns the pieces between separators; all characters where the separator is empty.
    static func split(
        _ text: Text, by separator: Text, _ evaluator: Evaluator
    ) throws(ExpressionError) -> [Text] {
        guard !separator.units.isEmpty else {
            try evaluator.charge(objects: text.units.count)
            return text.units.map { Text(units: [$0]) }
        }
        let places = text.places(of: separator)
        try evaluator.charge(objects: places.count)
        var pieces: [Text] = []
        var start = 0
        for place in places {
            pieces.append(Text(units: text.units[start..<place]))
            start = place + separator.units.count
        }
        pieces.append(Text(units: text.units[start...]))
        return pieces
    }

    private static func encoded(_ text: Text) -> String {
        var out = ""
        for byte in text.string.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                out += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return out
    }
}
