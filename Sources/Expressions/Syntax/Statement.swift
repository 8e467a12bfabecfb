/// A statement.
struct Statement: Sendable {
    var place: Place
    var form: Form

    indirect enum Form: Sendable {
        case block([Statement])
        case declare([(name: Name, value: Term?)])
        case declareFunction
        case branch(Term, then: Statement, else: Statement?)
        case loop(start: Statement?, condition: Term?, step: Statement?, body: Statement)
        case each(Name, isDeclared: Bool, isOverValues: Bool, Term, body: Statement)
        case giveBack(Term?)
        case leaveLoop
        case nextRound
        /// `=`, or an operator that is applied before.
        case assign(Target, BinaryOperator?, Term)
        case value(Term)
        case empty
    }
}

/// A function that an expression declares.
struct FunctionDeclaration: Sendable {
    var name: Name
    var parameters: [Name]
    var body: [Statement]
}

/// An expression as it was parsed.
struct Program: Sendable {
    var statements: [Statement] = []
    /// By the number of their names.
    var functions: [Int: FunctionDeclaration] = [:]
    /// Every name that occurs, in lower case; its place is its number.
    var names: [String] = []
    /// The numbers of names that are declared as variable or parameter.
    var declared: Set<Int> = []
    /// Where names are used.
    var uses: [(name: Name, place: Place)] = []
}
