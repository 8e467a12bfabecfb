extension Evaluator {
    /// How a statement ended.
    enum Flow {
        case onward
        case leaveLoop
        case nextRound
        case giveBack
    }

    func perform(_ statements: [Statement]) throws(ExpressionError) -> Flow {
        for statement in statements {
            let flow = try perform(statement)
            guard flow == .onward else { return flow }
        }
        return .onward
    }

    private func perform(_ statement: Statement) throws(ExpressionError) -> Flow {
        do throws(ExpressionError) {
            try enter()
            defer { leave() }
            return try performAny(statement)
        } catch {
            throw error.placed(at: statement.place)
        }
    }

    private func performAny(_ statement: Statement) throws(ExpressionError) -> Flow {
        switch statement.form {
        case .block(let statements):
            return try perform(statements)
        case .declare(let variables):
            try declare(variables)
        case .declareFunction, .empty:
            break
        case .branch(let condition, let then, let otherwise):
            result = .null
            if try isTrue(condition) { return try perform(then) }
            if let otherwise { return try perform(otherwise) }
        case .loop(let start, let condition, let step, let body):
            return try loop(start, condition, step, body)
        case .each(let name, let isDeclared, let isOverValues, let all, let body):
            return try each(name, isDeclared, isOverValues, all, body)
        case .giveBack(let term):
            result = try term.map(value) ?? .null
            return .giveBack
        case .leaveLoop: return .leaveLoop
        case .nextRound: return .nextRound
        case .assign(let target, let before, let term):
            result = try assign(target, before, term)
        case .value(let term):
            result = try value(term)
        }
        return .onward
    }

    private func declare(
        _ variables: [(name: Name, value: Term?)]
    ) throws(ExpressionError) {
        for variable in variables {
            declare(variable.name, try variable.value.map(value) ?? .null)
        }
        result = .null
    }

    /// Evaluates a condition, which must be Boolean: other types are not converted.
    func isTrue(_ condition: Term) throws(ExpressionError) -> Bool {
        let value = try value(condition)
        guard case .bool(let isTrue) = value else {
            throw ExpressionError(
                .type,
                "the condition is \(value.typeWithArticle); it has to be true or false, as in "
                    + "x != 0 or !IsEmpty(x)"
            ).placed(at: condition.place)
        }
        return isTrue
    }

    private func loop(
        _ start: Statement?, _ condition: Term?, _ advance: Statement?, _ body: Statement
    ) throws(ExpressionError) -> Flow {
        if let start { _ = try perform(start) }
        while try condition.map(isTrue) ?? true {
            try step()
            let flow = try perform(body)
            if flow == .giveBack { return flow }
            if flow == .leaveLoop { break }
            if let advance { _ = try perform(advance) }
        }
        result = .null
        return .onward
    }

    private func each(
        _ name: Name, _ isDeclared: Bool, _ isOverValues: Bool, _ all: Term, _ body: Statement
    ) throws(ExpressionError) -> Flow {
        let items = try rounds(of: try value(all), isOverValues: isOverValues)
        for item in items {
            try step()
            if isDeclared { declare(name, item) } else { try change(name, all.place) { _ in item } }
            let flow = try perform(body)
            if flow == .giveBack { return flow }
            if flow == .leaveLoop { break }
        }
        result = .null
        return .onward
    }

    /// Returns the items of a loop as they are at its start.
    private func rounds(
        of value: Value, isOverValues: Bool
    ) throws(ExpressionError) -> [Value] {
        let members: DictionaryBox
        switch value {
        case .array(let array):
            try charge(items: array.items.count)
            return isOverValues ? array.items : array.items.indices.map { .number($0) }
        case .text(let text):
            try charge(objects: text.units.count)
            return text.units.enumerated().map {
                isOverValues ? .text(Text(units: [$0.element])) : .number($0.offset)
            }
        case .dictionary(let dictionary): members = dictionary
        case .feature(let feature): members = feature.attributes
        case .null, .bool, .number, .date, .dateOnly, .time, .geometry, .function:
            throw ExpressionError(
                .type,
                "a loop goes through an Array, Dictionary, Feature or Text, not "
                    + value.typeWithArticle)
        }
        try charge(items: members.keys.count)
        return isOverValues ? members.values : members.keys.map { .text($0) }
    }

    // MARK: Variables

    func declare(_ name: Name, _ value: Value) {
        if calls.isEmpty {
            globals[name.number] = value
        } else {
            calls[calls.count - 1][name.number] = value
        }
    }

    /// Changes a declared variable.
    func change(
        _ name: Name, _ place: Place, _ change: (Value) throws(ExpressionError) -> Value
    ) throws(ExpressionError) {
        if let old = calls.last?[name.number] {
            calls[calls.count - 1][name.number] = try change(old)
        } else if let old = globals[name.number] {
            globals[name.number] = try change(old)
        } else {
            throw ExpressionError(
                .identifier,
                "the variable \"\(name.spelling)\" is not declared; write var \(name.spelling)"
            ).placed(at: place)
        }
    }

    private func assign(
        _ target: Target, _ before: BinaryOperator?, _ term: Term
    ) throws(ExpressionError) -> Value {
        let given = try value(term)
        return try change(target) { (old) throws(ExpressionError) in
            try before.map { (symbol) throws(ExpressionError) in
                try self.apply(symbol, old(), given)
            } ?? given
        }.new
    }

    /// Changes a target; `change` receives a closure for the old value, which need not exist.
    func change(
        _ target: Target,
        _ change: (() throws(ExpressionError) -> Value) throws(ExpressionError) -> Value
    ) throws(ExpressionError) -> (old: Value?, new: Value) {
        switch target {
        case .name(let name, let place):
            var both: (old: Value?, new: Value) = (nil, .null)
            try self.change(name, place) { (old) throws(ExpressionError) in
                both = (old, try change { old })
                return both.new
            }
            return both
        case .member(let base, let key, let place):
            return try changeItem(of: try value(base), .text(key), place, change)
        case .item(let base, let index, let place):
            return try changeItem(of: try value(base), try value(index), place, change)
        }
    }

    private func changeItem(
        of container: Value, _ index: Value, _ place: Place,
        _ change: (() throws(ExpressionError) -> Value) throws(ExpressionError) -> Value
    ) throws(ExpressionError) -> (old: Value?, new: Value) {
        do throws(ExpressionError) {
            var old: Value?
            let new = try change { () throws(ExpressionError) in
                let value = try item(of: container, index)
                old = value
                return value
            }
            try set(new, at: index, of: container)
            return (old, new)
        } catch {
            throw error.placed(at: place)
        }
    }
}
