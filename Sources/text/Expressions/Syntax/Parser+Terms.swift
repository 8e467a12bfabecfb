extension Parser {
    /// Parses a term: operators by precedence, left-associative.
    mutating func term() throws(ExpressionError) -> Term { try term(bindingAtLeast: 1) }

    private mutating func term(bindingAtLeast least: Int) throws(ExpressionError) -> Term {
        try nested { (parser) throws(ExpressionError) in
            var left = try parser.unary()
            while case .symbol(let symbol) = parser.token.form {
                let place = parser.token.place
                let tightness: Int
                switch symbol {
                case "||": tightness = 1
                case "&&": tightness = 2
                default:
                    guard let found = BinaryOperator(rawValue: symbol) else { return left }
                    tightness = found.tightness
                }
                guard tightness >= least else { return left }
                parser.take()
                let right = try parser.term(bindingAtLeast: tightness + 1)
                let form: Term.Form
                switch (symbol, BinaryOperator(rawValue: symbol)) {
                case ("||", _): form = .or(left, right)
                case ("&&", _): form = .and(left, right)
                case (_, let symbol?): form = .binary(symbol, left, right)
                case (_, nil): return left
                }
                left = try parser.made(place, form, over: left, right)
            }
            return left
        }
    }

    /// Creates a term from subterms. Its depth bounds the stack of the evaluation. A chain of
    /// operators nests to the left, as deep as it is long.
    private func made(
        _ place: Place, _ form: Term.Form, over parts: Term...
    ) throws(ExpressionError) -> Term {
        try made(place, form, depth: parts.reduce(0) { max($0, $1.depth) })
    }

    private func made(
        _ place: Place, _ form: Term.Form, depth: Int
    ) throws(ExpressionError) -> Term {
        guard depth < ExpressionLimits.depth else {
            throw ExpressionError(
                .limit,
                "more than \(ExpressionLimits.depth) operators and calls in one another; keep a part "
                    + "in a variable"
            ).placed(at: place)
        }
        return Term(place: place, form: form, depth: depth + 1)
    }

    private mutating func unary() throws(ExpressionError) -> Term {
        guard case .symbol(let symbol) = token.form else { return try postfix() }
        let place = token.place
        if symbol == "++" || symbol == "--" {
            take()
            let changed = try nested { (parser) throws(ExpressionError) in try parser.unary() }
            return try made(
                place, .step(try target(changed), by: symbol == "++" ? 1 : -1, isPrefix: true),
                over: changed)
        }
        guard let found = UnaryOperator(rawValue: symbol) else { return try postfix() }
        take()
        let operand = try nested { (parser) throws(ExpressionError) in try parser.unary() }
        return try made(place, .unary(found, operand), over: operand)
    }

    private mutating func postfix() throws(ExpressionError) -> Term {
        var term = try primary()
        while case .symbol(let symbol) = token.form {
            let place = token.place
            switch symbol {
            case "(":
                take()
                let arguments = try list(until: ")")
                term = try made(
                    term.place, .call(term, arguments), depth: max(term.depth, arguments.depth))
            case "[":
                take()
                let index = try self.term()
                try expect("]")
                term = try made(place, .item(term, index), over: term, index)
            case ".":
                take()
                guard case .word(_, let spelling) = token.form else {
                    throw unexpected("the name of a field is expected after the dot")
                }
                term = try made(token.place, .member(term, Text(spelling)), over: term)
                take()
            case "++", "--":
                guard !token.isOnNewLine else { return term }
                take()
                let target = try target(term)
                term = try made(
                    place, .step(target, by: symbol == "++" ? 1 : -1, isPrefix: false), over: term)
            default: return term
            }
        }
        return term
    }

    /// Parses terms separated by commas; a trailing comma is allowed.
    private mutating func list(until end: String) throws(ExpressionError) -> [Term] {
        var terms: [Term] = []
        while !takes(end) {
            terms.append(try term())
            guard !takes(end) else { break }
            try expect(",")
            if end == ")", isAt(end) { throw unexpected("an argument is expected here") }
        }
        return terms
    }

    private mutating func primary() throws(ExpressionError) -> Term {
        let place = token.place
        func leaf(_ form: Term.Form) -> Term { Term(place: place, form: form, depth: 1) }
        switch token.form {
        case .number(let value):
            take()
            return leaf(.literal(.number(value)))
        case .text(let text):
            take()
            return leaf(.literal(.text(text)))
        case .template(let template):
            take()
            var terms: [Term] = []
            for placeholder in template.placeholders {
                terms.append(try self.placeholder(placeholder))
            }
            return try made(place, .template(template.texts, terms), depth: terms.depth)
        case .word(let folded, let spelling): return try word(folded, spelling)
        case .symbol("("):
            take()
            let inner = try term()
            try expect(")")
            return inner
        case .symbol("["):
            take()
            let items = try list(until: "]")
            return try made(place, .array(items), depth: items.depth)
        case .symbol("{"):
            take()
            let members = try members()
            return try made(
                place, .dictionary(members), depth: members.map(\.value).depth)
        case .symbol, .end: throw unexpected("a value is expected here")
        }
    }

    private mutating func word(
        _ folded: String, _ spelling: String
    ) throws(ExpressionError) -> Term {
        let place = token.place
        func literal(_ value: Term.Literal) -> Term {
            take()
            return Term(place: place, form: .literal(value), depth: 1)
        }
        switch folded {
        case "true": return literal(.bool(true))
        case "false": return literal(.bool(false))
        case "null": return literal(.null)
        default:
            guard !Keyword.inUse.contains(folded) else {
                throw unexpected("a value is expected here")
            }
            guard !Keyword.reserved.contains(folded) else {
                throw ExpressionError(.syntax, "\"\(spelling)\" is not available in expressions")
                    .placed(at: place)
            }
            take()
            let name = name(folded, spelling)
            program.uses.append((name, place))
            return Term(place: place, form: .name(name), depth: 1)
        }
    }

    /// Parses members of a dictionary: key, colon and value each, or a name that is both.
    private mutating func members() throws(ExpressionError) -> [(key: Text, value: Term)] {
        var members: [(key: Text, value: Term)] = []
        while !takes("}") {
            let key: Text
            let start = token
            switch start.form {
            case .text(let text): key = text
            case .number(let value): key = Text(NumberText.plain(value))
            case .word(_, let spelling): key = Text(spelling)
            case .symbol, .template, .end: throw unexpected("a key or \"}\" is expected here")
            }
            take()
            if takes(":") {
                members.append((key, try term()))
            } else if case .word(let folded, let spelling) = start.form,
                !Keyword.inUse.contains(folded), isAt(",") || isAt("}")
            {
                let name = name(folded, spelling)
                program.uses.append((name, start.place))
                members.append((key, Term(place: start.place, form: .name(name), depth: 1)))
            } else {
                throw unexpected("\":\" is expected after a key")
            }
            guard !takes("}") else { break }
            try expect(",")
        }
        return members
    }
}

extension [Term] {
    fileprivate var depth: Int { reduce(0) { Swift.max($0, $1.depth) } }
}
