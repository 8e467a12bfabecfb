internal import Suggestions

extension Evaluator {
    /// Evaluates a term.
    func value(_ term: Term) throws(ExpressionError) -> Value {
        do throws(ExpressionError) {
            try enter()
            defer { leave() }
            return try anyValue(term)
        } catch {
            throw error.placed(at: term.place)
        }
    }

    private func anyValue(_ term: Term) throws(ExpressionError) -> Value {
        switch term.form {
        case .literal(let literal): return self.literal(literal)
        case .name(let name): return try lookUp(name)
        case .binary(let symbol, let left, let right): return try binary(symbol, left, right)
        case .and(let left, let right): return .bool(try both(left, right))
        case .or(let left, let right): return .bool(try either(left, right))
        case .call(let callee, let arguments): return try call(callee, arguments)
        case .member(let base, let name): return try member(base, name)
        case .item(let base, let index): return try item(base, index)
        case .unary(let symbol, let operand): return try apply(symbol, operand)
        case .template(let texts, let terms): return try template(texts, terms)
        case .array(let items): return try array(items)
        case .dictionary(let members): return try dictionary(members)
        case .step(let target, let by, let isPrefix):
            return try step(target, by: by, isPrefix: isPrefix)
        }
    }

    // Separate functions, so that the recursive one needs little stack.

    private func binary(
        _ symbol: BinaryOperator, _ left: Term, _ right: Term
    ) throws(ExpressionError) -> Value {
        let first = try value(left)
        return try apply(symbol, first, try value(right))
    }

    private func both(_ left: Term, _ right: Term) throws(ExpressionError) -> Bool {
        guard try operand(left, "&&") else { return false }
        return try operand(right, "&&")
    }

    private func either(_ left: Term, _ right: Term) throws(ExpressionError) -> Bool {
        if try operand(left, "||") { return true }
        return try operand(right, "||")
    }

    private func item(_ base: Term, _ index: Term) throws(ExpressionError) -> Value {
        let container = try value(base)
        return try item(of: container, try value(index))
    }

    private func array(_ items: [Term]) throws(ExpressionError) -> Value {
        var values: [Value] = []
        for item in items { values.append(try value(item)) }
        return try newArray(values)
    }

    private func dictionary(
        _ members: [(key: Text, value: Term)]
    ) throws(ExpressionError) -> Value {
        let dictionary = try dictionary()
        for member in members { try set(member.key, try value(member.value), in: dictionary) }
        return .dictionary(dictionary)
    }

    private func step(
        _ target: Target, by difference: Double, isPrefix: Bool
    ) throws(ExpressionError) -> Value {
        let both = try change(target) { (old) throws(ExpressionError) in
            .number(try self.number(try old()) + difference)
        }
        return isPrefix ? both.new : .number(try number(both.old ?? .null))
    }

    private func literal(_ literal: Term.Literal) -> Value {
        switch literal {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .text(let text): .text(text)
        }
    }

    private func operand(_ term: Term, _ symbol: String) throws(ExpressionError) -> Bool {
        let value = try value(term)
        guard case .bool(let isTrue) = value else {
            throw ExpressionError(
                .type, "a side of \(symbol) is \(value.typeWithArticle); it has to be true or false"
            ).placed(at: term.place)
        }
        return isTrue
    }

    private func template(_ texts: [Text], _ terms: [Term]) throws(ExpressionError) -> Value {
        var units = texts[0].units
        for (index, term) in terms.enumerated() {
            let (text, next) = (try text(try value(term)), texts[index + 1])
            try charge(text.byteCount + next.byteCount)
            units += text.units + next.units
        }
        return .text(Text(units: units))
    }

    /// Returns the value of a name: a variable, a function, a constant or a profile variable.
    private func lookUp(_ name: Name) throws(ExpressionError) -> Value {
        if let value = calls.last?[name.number] ?? globals[name.number] { return value }
        if let own = program.functions[name.number] { return .function(.own(own)) }
        if let builtin = Builtins.named(name.folded) { return .function(.builtin(builtin)) }
        if let constant = Constants.named(name.folded) { return .number(constant) }
        if profile.variables.contains(name.folded) { return try profileVariable(name.folded) }
        throw program.unknown(name, profile: profile)
    }

    private func member(_ base: Term, _ name: Text) throws(ExpressionError) -> Value {
        if case .name(let constant) = base.form, constant.folded == Constants.textFormatting {
            guard let text = Constants.textFormatting(name) else {
                throw ExpressionError(
                    .field,
                    "TextFormatting has no \(name.string); it has BackwardSlash, "
                        + "DoubleQuote, ForwardSlash, NewLine, SingleQuote and Tab")
            }
            return .text(text)
        }
        return try item(of: try value(base), .text(name))
    }

    // MARK: Calls

    private func call(_ callee: Term, _ arguments: [Term]) throws(ExpressionError) -> Value {
        let function = try value(callee)
        guard case .function(let called) = function else {
            throw ExpressionError(.type, "\(function.typeWithArticle) cannot be called")
        }
        if case .builtin(let builtin) = called, case .lazy(let body) = builtin.body {
            try builtin.check(arguments.count)
            return try body(.terms(arguments), self)
        }
        var values: [Value] = []
        for argument in arguments { values.append(try value(argument)) }
        return try call(called, values)
    }

    /// Calls a function with values.
    func call(_ function: FunctionValue, _ arguments: [Value]) throws(ExpressionError) -> Value {
        switch function {
        case .builtin(let builtin):
            try builtin.check(arguments.count)
            switch builtin.body {
            case .eager(let body):
                // A function reads the texts that it receives.
                for argument in arguments {
                    if case .text(let text) = argument { try charge(text.byteCount) }
                }
                return try body(arguments, self)
            case .lazy(let body): return try body(.values(arguments), self)
            }
        case .own(let declaration): return try call(declaration, arguments)
        }
    }

    private func call(
        _ declaration: FunctionDeclaration, _ arguments: [Value]
    ) throws(ExpressionError) -> Value {
        guard arguments.count == declaration.parameters.count else {
            throw ExpressionError(
                .arity,
                "\(declaration.name.spelling) takes \(declaration.parameters.count) arguments, not "
                    + "\(arguments.count)")
        }
        guard calls.count < ExpressionLimits.calls else {
            throw ExpressionError(
                .limit, "calls are nested more than \(ExpressionLimits.calls) deep")
        }
        var locals: [Int: Value] = [:]
        for (parameter, argument) in zip(declaration.parameters, arguments) {
            locals[parameter.number] = argument
        }
        let before = result
        calls.append(locals)
        result = .null
        defer {
            calls.removeLast()
            result = before
        }
        _ = try perform(declaration.body)
        return result
    }
}

extension Program {
    /// Returns the error for an unusable name, with a suggestion.
    func unknown(_ name: Name, profile: Expression.Profile) -> ExpressionError {
        let message: String
        if declared.contains(name.number) {
            message = "the variable \"\(name.spelling)\" is used before its declaration was reached"
        } else if let reason = Builtins.unavailable[name.folded] {
            message = "\(name.spelling) is not available \(reason)"
        } else if ProfileVariable.all.contains(name.folded) {
            message =
                "\(name.spelling) is not available here; there is "
                + profile.variables.joined(separator: ", ")
        } else {
            let candidates =
                profile.variables + Builtins.all.map(\.name) + declared.sorted().map { names[$0] }
            message =
                "\"\(name.spelling)\" is not declared"
                + didYouMean(name.spelling, among: candidates)
        }
        return ExpressionError(.identifier, message)
    }
}
