extension Parser {
    /// Parses a statement with its end.
    mutating func statement() throws(ExpressionError) -> Statement {
        try nested { (parser) throws(ExpressionError) in try parser.anyStatement() }
    }

    private mutating func anyStatement() throws(ExpressionError) -> Statement {
        let place = token.place
        func made(_ form: Statement.Form) -> Statement { Statement(place: place, form: form) }
        if takes(";") { return made(.empty) }
        if isAt("{"), !isAtDictionary { return made(.block(try block())) }
        switch token.word {
        case "var":
            let form = try declaration()
            try endStatement()
            return made(form)
        case "function":
            try function()
            return made(.declareFunction)
        case "if": return made(try branch())
        case "for": return made(try loop())
        case "while":
            take()
            try expect("(")
            let condition = try term()
            try expect(")")
            return made(
                .loop(start: nil, condition: condition, step: nil, body: try statement()))
        case "return":
            take()
            var value: Term?
            if !isAtEndOfStatement { value = try term() }
            try endStatement()
            return made(.giveBack(value))
        case "break":
            take()
            try endStatement()
            return made(.leaveLoop)
        case "continue":
            take()
            try endStatement()
            return made(.nextRound)
        default:
            let form = try assignmentOrTerm()
            try endStatement()
            return made(form)
        }
    }

    /// Whether a brace at the start of a statement begins a dictionary: it is followed by a key and
    /// a colon, or the script ends with `{}`.
    private var isAtDictionary: Bool {
        switch ahead(1).form {
        case .text, .number, .word: ahead(2).form == .symbol(":")
        case .symbol("}"): ahead(2).form == .end
        case .symbol, .template, .end: false
        }
    }

    private var isAtEndOfStatement: Bool {
        isAt(";") || isAt("}") || token.form == .end || token.isOnNewLine
    }

    /// Parses the end of a statement: a semicolon, or the place before a brace or at a line end.
    private mutating func endStatement() throws(ExpressionError) {
        if takes(";") { return }
        guard isAtEndOfStatement else {
            throw unexpected("the statement should end here, with \";\" or a new line")
        }
    }

    /// Parses the statements between braces.
    mutating func block() throws(ExpressionError) -> [Statement] {
        try expect("{")
        var statements: [Statement] = []
        while !isAt("}") {
            guard token.form != .end else { throw unexpected("\"}\" is expected here") }
            statements.append(try statement())
        }
        take()
        return statements
    }

    private mutating func declaration() throws(ExpressionError) -> Statement.Form {
        take()
        var variables: [(name: Name, value: Term?)] = []
        repeat {
            let name = try ownName("variable")
            variables.append((name, takes("=") ? try term() : nil))
        } while takes(",")
        return .declare(variables)
    }

    private mutating func function() throws(ExpressionError) {
        take()
        let name = try ownName("function")
        try expect("(")
        var parameters: [Name] = []
        if !isAt(")") {
            repeat { parameters.append(try ownName("parameter")) } while takes(",")
        }
        try expect(")")
        program.functions[name.number] = FunctionDeclaration(
            name: name, parameters: parameters, body: try block())
    }

    private mutating func branch() throws(ExpressionError) -> Statement.Form {
        take()
        try expect("(")
        let condition = try term()
        try expect(")")
        let then = try statement()
        return .branch(condition, then: then, else: takes(word: "else") ? try statement() : nil)
    }

    private mutating func loop() throws(ExpressionError) -> Statement.Form {
        take()
        try expect("(")
        let isDeclared = isAt(word: "var")
        let word = ahead(isDeclared ? 2 : 1).word
        if word == "in" || word == "of" {
            if isDeclared { take() }
            let name = try isDeclared ? ownName("variable") : usedName()
            take()
            let all = try term()
            try expect(")")
            return .each(
                name, isDeclared: isDeclared, isOverValues: word == "of", all,
                body: try statement())
        }
        let start = try isAt(";") ? nil : header()
        try expect(";")
        let condition = try isAt(";") ? nil : term()
        try expect(";")
        let step = try isAt(")") ? nil : header()
        try expect(")")
        return .loop(start: start, condition: condition, step: step, body: try statement())
    }

    private mutating func header() throws(ExpressionError) -> Statement {
        let place = token.place
        let form = try isAt(word: "var") ? declaration() : assignmentOrTerm()
        return Statement(place: place, form: form)
    }

    private mutating func usedName() throws(ExpressionError) -> Name {
        guard case .word(let folded, let spelling) = take().form else {
            throw unexpected("the name of a variable is expected here")
        }
        return name(folded, spelling)
    }

    private mutating func assignmentOrTerm() throws(ExpressionError) -> Statement.Form {
        let value = try term()
        guard case .symbol(let symbol) = token.form, symbol.hasSuffix("="),
            symbol == "=" || BinaryOperator(rawValue: symbol) == nil
        else { return .value(value) }
        let target = try target(value)
        take()
        let given = try term()
        if isAt("=") {
            throw unexpected("an assignment has no value; write one statement for each")
        }
        return .assign(target, BinaryOperator(rawValue: String(symbol.dropLast())), given)
    }

    /// Converts a term to an assignment target.
    func target(_ term: Term) throws(ExpressionError) -> Target {
        switch term.form {
        case .name(let name) where name.isAssignable: .name(name, term.place)
        case .member(let base, let name): .member(base, name, term.place)
        case .item(let base, let index): .item(base, index, term.place)
        default:
            throw ExpressionError(
                .syntax,
                "only variables, members and items can be changed, and no profile variable or "
                    + "constant"
            ).placed(at: term.place)
        }
    }
}

extension Name {
    /// Whether a variable can have the name: no constant or profile variable has it.
    fileprivate var isAssignable: Bool {
        Constants.named(folded) == nil && !ProfileVariable.all.contains(folded)
    }
}
