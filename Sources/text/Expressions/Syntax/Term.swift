/// A part of an expression that has a value.
struct Term: Sendable {
    var place: Place
    var form: Form
    /// The nesting of its terms, itself included.
    var depth: Int

    indirect enum Form: Sendable {
        case literal(Literal)
        /// Texts with a term between each two of them.
        case template([Text], [Term])
        case name(Name)
        case array([Term])
        case dictionary([(key: Text, value: Term)])
        case unary(UnaryOperator, Term)
        case binary(BinaryOperator, Term, Term)
        case and(Term, Term)
        case or(Term, Term)
        case call(Term, [Term])
        case member(Term, Text)
        case item(Term, Term)
        /// `++` and `--`; a prefix has the new value, a postfix the old one.
        case step(Target, by: Double, isPrefix: Bool)
    }

    enum Literal: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case text(Text)
    }
}

/// A name with its number.
struct Name: Sendable, Hashable {
    /// In lower case.
    var folded: String
    var spelling: String
    var number: Int
}

/// The target of an assignment.
enum Target: Sendable {
    case name(Name, Place)
    case member(Term, Text, Place)
    case item(Term, Term, Place)
}

enum UnaryOperator: String, Sendable {
    case minus = "-"
    case plus = "+"
    case not = "!"
    case bitwiseNot = "~"
}

enum BinaryOperator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case bitwiseAnd = "&"
    case bitwiseOr = "|"
    case bitwiseXor = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case shiftRightUnsigned = ">>>"

    /// The precedence; `||` has 1 and `&&` has 2.
    var tightness: Int {
        switch self {
        case .bitwiseOr: 3
        case .bitwiseXor: 4
        case .bitwiseAnd: 5
        case .equal, .unequal: 6
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 7
        case .shiftLeft, .shiftRight, .shiftRightUnsigned: 8
        case .add, .subtract: 9
        case .multiply, .divide, .remainder: 10
        }
    }
}
