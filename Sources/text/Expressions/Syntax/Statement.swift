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
        /// `=`, or a compound assignment with its operator.
        case assign(Target, BinaryOperator?, Term)
        case value(Term)
        case empty
    }
}

/// A declared function.
struct FunctionDeclaration: Sendable {
    var name: Name
    var parameters: [Name]
    var body: [Statement]
}

/// A parsed expression.
struct Program: Sendable {
    var statements: [Statement] = []
    /// By the number of their names.
    var functions: [Int: FunctionDeclaration] = [:]
    /// All names that occur, in lower case; a name's index is its number.
    var names: [String] = []
    /// The numbers of names that are declared as a variable or parameter.
    var declared: Set<Int> = []
    /// The first declaration of each name that a built-in function has, too.
    var shadowing: [(name: Name, place: Place)] = []
    /// The uses of names.
    var uses: [(name: Name, place: Place)] = []
}
