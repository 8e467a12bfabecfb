/// Splits the text of an expression into tokens.
struct Lexer {
    private let source: [Unicode.Scalar]
    private var position = 0
    private var line: Int32 = 1
    private var lineStart = 0
    /// The nesting of templates within placeholders.
    private var nesting = 0

    /// Returns the tokens of a text; the last one is its end.
    static func tokens(of source: String) throws(ExpressionError) -> [Token] {
        var lexer = Lexer(source: Array(source.unicodeScalars))
        return try lexer.tokens(untilBrace: false)
    }

    private init(source: [Unicode.Scalar]) { self.source = source }

    private var next: Unicode.Scalar? { peek(0) }
    private func peek(_ ahead: Int) -> Unicode.Scalar? {
        position + ahead < source.count ? source[position + ahead] : nil
    }
    private var place: Place { Place(line: line, column: Int32(position - lineStart + 1)) }

    private func fault(_ message: String, at place: Place? = nil) -> ExpressionError {
        ExpressionError(.syntax, message).placed(at: place ?? self.place)
    }

    private mutating func advance() -> Unicode.Scalar {
        let scalar = source[position]
        position += 1
        if scalar == "\n" {
            line += 1
            lineStart = position
        }
        return scalar
    }

    /// Tokens up to the end, or up to the brace that ends a placeholder.
    private mutating func tokens(untilBrace: Bool) throws(ExpressionError) -> [Token] {
        var tokens: [Token] = []
        var braces = 0
        while true {
            let isOnNewLine = try skipBlanks() || tokens.isEmpty
            let place = place
            guard let scalar = next else {
                if untilBrace { throw fault("the placeholder ${…} is not closed with }") }
                tokens.append(Token(form: .end, place: place, isOnNewLine: isOnNewLine))
                return tokens
            }
            if scalar == "{" { braces += 1 }
            if scalar == "}" {
                if untilBrace, braces == 0 {
                    _ = advance()
                    tokens.append(Token(form: .end, place: place, isOnNewLine: isOnNewLine))
                    return tokens
                }
                braces -= 1
            }
            tokens.append(Token(form: try form(scalar), place: place, isOnNewLine: isOnNewLine))
        }
    }

    private mutating func form(_ scalar: Unicode.Scalar) throws(ExpressionError) -> Token.Form {
        switch scalar {
        case "\"", "'": return .text(try text(scalar))
        case "`": return .template(try template())
        case "0"..."9": return .number(try number())
        case "." where peek(1).map { ("0"..."9").contains($0) } ?? false:
            return .number(try number())
        case "a"..."z", "A"..."Z", "_", "$": return word()
        default: return .symbol(try symbol())
        }
    }

    /// Skips white space and comments; returns whether there was a line end.
    private mutating func skipBlanks() throws(ExpressionError) -> Bool {
        var hasLineEnd = false
        while let scalar = next {
            if scalar == "/", peek(1) == "/" {
                while let scalar = next, scalar != "\n" {
                    _ = scalar
                    position += 1
                }
            } else if scalar == "/", peek(1) == "*" {
                let start = place
                position += 2
                while !(next == "*" && peek(1) == "/") {
                    guard next != nil else {
                        throw fault("the comment is not closed with */", at: start)
                    }
                    if advance() == "\n" { hasLineEnd = true }
                }
                position += 2
            } else if scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" {
                hasLineEnd = true
                _ = advance()
            } else if UInt16(exactly: scalar.value).map(Text.isSpace) ?? false {
                position += 1
            } else {
                break
            }
        }
        return hasLineEnd
    }

    private mutating func word() -> Token.Form {
        let start = position
        while let scalar = next, Self.isOfWord(scalar) { position += 1 }
        var spelling = ""
        spelling.unicodeScalars.append(contentsOf: source[start..<position])
        return .word(spelling.lowercased(), spelling: spelling)
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: false
        }
    }

    private mutating func number() throws(ExpressionError) -> Double {
        let start = place
        if next == "0", let radix = peek(1).flatMap(Self.radix) {
            position += 2
            return try integer(radix: radix, start)
        }
        var digits = ""
        func take(_ lexer: inout Lexer) {
            while let scalar = lexer.next, ("0"..."9").contains(scalar) {
                digits.unicodeScalars.append(scalar)
                lexer.position += 1
            }
        }
        take(&self)
        if next == "." {
            digits += digits.isEmpty ? "0." : "."
            position += 1
            take(&self)
            if digits.hasSuffix(".") { digits += "0" }
        }
        if next == "e" || next == "E" {
            digits += "e"
            position += 1
            if let sign = next, sign == "+" || sign == "-" {
                digits.unicodeScalars.append(sign)
                position += 1
            }
            take(&self)
        }
        guard let value = Double(digits), !(next.map(Self.isOfWord) ?? false) else {
            throw fault("this is not a number", at: start)
        }
        return value
    }

    private static func radix(_ letter: Unicode.Scalar) -> Double? {
        switch letter {
        case "x", "X": 16
        case "o", "O": 8
        case "b", "B": 2
        default: nil
        }
    }

    private mutating func integer(
        radix: Double, _ start: Place
    ) throws(ExpressionError) -> Double {
        var value = 0.0
        var count = 0
        while let digit = next.flatMap({ Character($0).hexDigitValue }), Double(digit) < radix {
            value = value * radix + Double(digit)
            count += 1
            position += 1
        }
        guard count > 0, !(next.map(Self.isOfWord) ?? false) else {
            throw fault("this is not a number", at: start)
        }
        return value
    }

    private mutating func text(_ quote: Unicode.Scalar) throws(ExpressionError) -> Text {
        let start = place
        _ = advance()
        var units: [UInt16] = []
        while let scalar = next {
            if scalar == quote {
                position += 1
                return Text(units: units)
            }
            if scalar == "\n" { break }
            if scalar == "\\" { try escape(into: &units) } else { Self.add(advance(), to: &units) }
        }
        throw fault(
            "the text is not closed with \(quote) on its line; write \\n for a line end", at: start)
    }

    private mutating func template() throws(ExpressionError) -> Token.Template {
        let start = place
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= ExpressionLimits.nesting else { throw fault(Parser.tooDeep) }
        _ = advance()
        var template = Token.Template(texts: [], placeholders: [])
        var units: [UInt16] = []
        while let scalar = next {
            if scalar == "`" {
                position += 1
                template.texts.append(Text(units: units))
                return template
            }
            if scalar == "$", peek(1) == "{" {
                position += 2
                template.texts.append(Text(units: units))
                units = []
                template.placeholders.append(try tokens(untilBrace: true))
            } else if scalar == "\\" {
                try escape(into: &units)
            } else {
                Self.add(advance(), to: &units)
            }
        }
        throw fault("the text is not closed with `", at: start)
    }

    private static func add(_ scalar: Unicode.Scalar, to units: inout [UInt16]) {
        units.append(contentsOf: String(Character(scalar)).utf16)
    }
}

extension Lexer {
    /// The escapes of ECMAScript; an unknown one is the character itself.
    private mutating func escape(into units: inout [UInt16]) throws(ExpressionError) {
        position += 1
        guard next != nil else { return }
        let letter = advance()
        switch letter {
        case "n": units.append(10)
        case "t": units.append(9)
        case "r": units.append(13)
        case "b": units.append(8)
        case "f": units.append(12)
        case "v": units.append(11)
        case "0": units.append(0)
        case "x": units.append(try hex(digits: 2))
        case "u": units.append(try hex(digits: 4))
        default: Self.add(letter, to: &units)
        }
    }

    private mutating func hex(digits count: Int) throws(ExpressionError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<count {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }) else {
                throw fault("\\\(count == 2 ? "x" : "u") takes \(count) hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    private mutating func symbol() throws(ExpressionError) -> String {
        for length in [4, 3, 2, 1] where position + length <= source.count {
            var symbol = ""
            symbol.unicodeScalars.append(contentsOf: source[position..<position + length])
            if Self.symbols.contains(symbol) {
                position += length
                return symbol
            }
            if let advice = Self.foreign[symbol] { throw fault("\(symbol) \(advice)") }
        }
        throw fault("the character \"\(source[position])\" is not expected here")
    }

    private static let symbols: Set<String> = [
        "(", ")", "[", "]", "{", "}", ".", ",", ";", ":", "+", "-", "*", "/", "%", "=", "==", "!=",
        "<", "<=", ">", ">=", "!", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&", "|",
        "^", "~", "<<", ">>", ">>>",
    ]

    /// Operators of other languages, with the replacement.
    private static let foreign: [String: String] = [
        "===": "is not of this language; write ==", "!==": "is not of this language; write !=",
        "=>": "is not of this language; write function name(x) { … }",
        "?": "is not of this language; write IIf(condition, a, b)",
        "**": "is not of this language; write Pow(x, y)",
        "...": "is not of this language; write Splice(a, b)",
    ]
}
