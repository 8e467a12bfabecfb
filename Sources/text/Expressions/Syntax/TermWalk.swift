extension Program {
    /// Visits all terms, outer ones before inner ones.
    func forEachTerm(_ visit: (Term) -> Void) {
        for statement in statements { statement.forEachTerm(visit) }
        for function in functions.values {
            for statement in function.body { statement.forEachTerm(visit) }
        }
    }
}

extension Statement {
    fileprivate func forEachTerm(_ visit: (Term) -> Void) {
        switch form {
        case .block(let statements): for statement in statements { statement.forEachTerm(visit) }
        case .declare(let variables): for variable in variables { variable.value?.walk(visit) }
        case .branch(let condition, let then, let otherwise):
            condition.walk(visit)
            then.forEachTerm(visit)
            otherwise?.forEachTerm(visit)
        case .loop(let start, let condition, let step, let body):
            start?.forEachTerm(visit)
            condition?.walk(visit)
            step?.forEachTerm(visit)
            body.forEachTerm(visit)
        case .each(_, _, _, let all, let body):
            all.walk(visit)
            body.forEachTerm(visit)
        case .giveBack(let term): term?.walk(visit)
        case .assign(let target, _, let term):
            target.walk(visit)
            term.walk(visit)
        case .value(let term): term.walk(visit)
        case .declareFunction, .leaveLoop, .nextRound, .empty: break
        }
    }
}

extension Target {
    fileprivate func walk(_ visit: (Term) -> Void) {
        switch self {
        case .name: break
        case .member(let base, _, _): base.walk(visit)
        case .item(let base, let index, _):
            base.walk(visit)
            index.walk(visit)
        }
    }
}

extension Term {
    fileprivate func walk(_ visit: (Term) -> Void) {
        visit(self)
        for part in parts { part.walk(visit) }
        if case .step(let target, _, _) = form { target.walk(visit) }
    }

    /// The direct subterms.
    private var parts: [Term] {
        switch form {
        case .literal, .name, .step: []
        case .template(_, let terms), .array(let terms): terms
        case .dictionary(let members): members.map(\.value)
        case .unary(_, let operand): [operand]
        case .binary(_, let left, let right), .and(let left, let right), .or(let left, let right),
            .item(let left, let right):
            [left, right]
        case .call(let callee, let arguments): [callee] + arguments
        case .member(let base, _): [base]
        }
    }
}
