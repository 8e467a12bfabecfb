/// Parses tokens to a program: statements by recursive descent, terms by precedence.
struct Parser {
    static let tooDeep = "the expression is nested more than \(ExpressionLimits.nesting) deep"

    private var tokens: [Token]
    private var position = 0
    private var nesting = 0
    var program = Program()
    private var numbers: [String: Int] = [:]

    /// Parses a text.
    static func program(of source: String) throws(ExpressionError) -> Program {
        guard source.utf8.count <= ExpressionLimits.source_bytes else {
            throw ExpressionError(
                .limit,
                "the expression has \(source.utf8.count) bytes; "
                    + "\(ExpressionLimits.source_bytes) are allowed"
            ).placed(at: Place(line: 1, column: 1))
        }
        var parser = Parser(tokens: try Lexer.tokens(of: source))
        while parser.token.form != .end {
            parser.program.statements.append(try parser.statement())
        }
        return parser.program
    }

    private init(tokens: [Token]) { self.tokens = tokens }

    // MARK: Tokens

    var token: Token { tokens[position] }
    func ahead(_ count: Int) -> Token { tokens[min(position + count, tokens.count - 1)] }

    @discardableResult
    mutating func take() -> Token {
        defer { if position < tokens.count - 1 { position += 1 } }
        return tokens[position]
    }

    func isAt(_ symbol: String) -> Bool { token.form == .symbol(symbol) }
    func isAt(word: String) -> Bool { token.word == word }

    mutating func takes(_ symbol: String) -> Bool {
        guard isAt(symbol) else { return false }
        take()
        return true
    }

    mutating func takes(word: String) -> Bool {
        guard isAt(word: word) else { return false }
        take()
        return true
    }

    mutating func expect(_ symbol: String) throws(ExpressionError) {
        guard takes(symbol) else { throw unexpected("\"\(symbol)\" is expected here") }
    }

    func unexpected(_ message: String) -> ExpressionError {
        ExpressionError(.syntax, "\(message), not \(token.description)").placed(at: token.place)
    }

    // MARK: Nesting

    mutating func nested<Result>(
        _ parse: (inout Parser) throws(ExpressionError) -> Result
    ) throws(ExpressionError) -> Result {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= ExpressionLimits.nesting else {
            throw ExpressionError(.limit, Self.tooDeep).placed(at: token.place)
        }
        return try parse(&self)
    }

    /// Parses the tokens of a placeholder, which have their own end.
    mutating func placeholder(_ inner: [Token]) throws(ExpressionError) -> Term {
        let (outer, outerPosition) = (tokens, position)
        defer { (tokens, position) = (outer, outerPosition) }
        (tokens, position) = (inner, 0)
        let term = try term()
        guard token.form == .end else { throw unexpected("the end of ${…} is expected here") }
        return term
    }

    // MARK: Names

    mutating func name(_ folded: String, _ spelling: String) -> Name {
        if let number = numbers[folded] {
            return Name(folded: folded, spelling: spelling, number: number)
        }
        let number = program.names.count
        numbers[folded] = number
        program.names.append(folded)
        return Name(folded: folded, spelling: spelling, number: number)
    }

    /// Parses a name that the expression may declare.
    mutating func ownName(_ thing: String) throws(ExpressionError) -> Name {
        guard case .word(let folded, let spelling) = token.form else {
            throw unexpected("the name of a \(thing) is expected here")
        }
        let reason: String? =
            if Keyword.inUse.contains(folded) || Keyword.reserved.contains(folded) {
                "a word of the language"
            } else if Constants.named(folded) != nil || folded == Constants.textFormatting {
                "a constant"
            } else if ProfileVariable.all.contains(folded) {
                "a profile variable"
            } else {
                nil
            }
        if let reason {
            throw ExpressionError(
                .syntax, "\"\(spelling)\" is \(reason); choose another name for the \(thing)"
            ).placed(at: token.place)
        }
        let place = token.place
        take()
        let name = name(folded, spelling)
        if program.declared.insert(name.number).inserted, Builtins.named(folded) != nil {
            program.shadowing.append((name, place))
        }
        return name
    }
}

extension Token {
    /// The word in lower case; nil for another token.
    var word: String? {
        guard case .word(let folded, _) = form else { return nil }
        return folded
    }
}
