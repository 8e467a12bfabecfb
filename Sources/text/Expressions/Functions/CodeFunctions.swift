/// Functions of code points, hashes and identifiers.
enum CodeFunctions {
    static let all: [Builtin] = [
        Builtin("FromCharCode", "unit, …", 1...1000, "the text of UTF-16 code units") {
            (arguments, evaluator) throws(ExpressionError) in
            var units: [UInt16] = []
            for value in try arguments.flattened(evaluator) {
                try evaluator.charge(ExpressionLimits.bytesPerStep + value.ownBytes)
                units.append(UInt16(truncatingIfNeeded: [value].integer(0)))
            }
            return try evaluator.text(units)
        },
        Builtin("FromCodePoint", "code, …", 1...1000, "the text of Unicode code points") {
            (arguments, evaluator) throws(ExpressionError) in
            var units: [UInt16] = []
            for value in try arguments.flattened(evaluator) {
                try evaluator.charge(ExpressionLimits.bytesPerStep + value.ownBytes)
                let code = [value].integer(0)
                guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
                    throw ExpressionError(.type, "\(code) is no code point of Unicode")
                }
                units += Character(scalar).utf16
            }
            return try evaluator.text(units)
        },
        Builtin("ToCharCode", "text, index?", 1...2, "the UTF-16 code unit at a place") {
            (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.text(0, evaluator)
            return .number(
                Int(
                    text.units[
                        try evaluator.place(
                            .number(arguments.number(1)), count: text.units.count)]))
        },
        Builtin("ToCodePoint", "text, index?", 1...2, "the Unicode code point at a place") {
            (arguments, evaluator) throws(ExpressionError) in
            let units = try arguments.text(0, evaluator).units
            let place = try evaluator.place(.number(arguments.number(1)), count: units.count)
            let high = units[place]
            guard UTF16.isLeadSurrogate(high), place + 1 < units.count,
                UTF16.isTrailSurrogate(units[place + 1])
            else { return .number(Int(high)) }
            let low = units[place + 1]
            return .number(0x10000 + (Int(high) - 0xD800) << 10 + (Int(low) - 0xDC00))
        },
        Builtin("ToHex", "number", 1...1, "a whole number in hexadecimal digits") {
            (arguments, _) in
            .text(String(arguments.integer(0), radix: 16, uppercase: true))
        },
        Builtin(
            "Guid", "format?", 0...1,
            "a random identifier: digits, digits-hyphen, digits-hyphen-braces or "
                + "digits-hyphen-parentheses"
        ) { (arguments, evaluator) throws(ExpressionError) in
            let high = evaluator.nextRandom() & ~0xF000 | 0x4000
            let low = evaluator.nextRandom() & ~(3 << 62) | 1 << 63
            let digits = [high, low].map { half in
                let digits = String(half, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
            let format = try arguments.text(0, evaluator)
            return .text(guid(digits, format.units.isEmpty ? "digits-hyphen-braces" : format))
        },
        Builtin("StandardizeGuid", "text, format", 2...2, "an identifier in another form") {
            (arguments, evaluator) throws(ExpressionError) in
            let digits = try arguments.text(0, evaluator).string.filter(\.isHexDigit)
            guard digits.count == 32 else { return .null }
            return .text(guid(digits.lowercased(), try arguments.text(1, evaluator)))
        },
        Builtin(
            "StandardizeFilename", "text", 1...1,
            "the text as the name of a file: what names may not have is an underscore"
        ) { (arguments, evaluator) throws(ExpressionError) in
            let text = try arguments.text(0, evaluator).trimmed as Text
            let refused = Text("\"*/:<>?\\|").units
            return try evaluator.text(
                text.units.map { $0 < 32 || $0 == 127 || refused.contains($0) ? 95 : $0 })
        },
        Builtin("FromJSON", "text", 1...1, "the value that JSON text writes out") {
            (arguments, evaluator) throws(ExpressionError) in
            try JSONParser.value(of: try arguments.text(0, evaluator), evaluator)
        },
    ]

    private static func guid(_ digits: String, _ format: Text) -> String {
        guard format.folded != "digits" else { return digits }
        var rest = Substring(digits)
        var groups: [Substring] = []
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        let joined = groups.joined(separator: "-")
        switch format.folded {
        case "digits-hyphen": return joined
        case "digits-hyphen-parentheses": return "(\(joined))"
        default: return "{\(joined)}"
        }
    }
}
