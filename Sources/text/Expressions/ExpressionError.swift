/// The reason why an expression does not compile, or why its evaluation failed.
public struct ExpressionError: Error, Hashable, Sendable {
    /// The kind of error; the raw value is used on the wire.
    public enum Kind: String, Sendable, CaseIterable {
        /// Invalid syntax.
        case syntax
        /// A name that is neither declared nor built in.
        case identifier
        /// A field or key that a feature or dictionary does not have.
        case field
        /// A value of the wrong type.
        case type
        /// A call with too few or too many arguments.
        case arity
        /// An index beyond the end of an array or a text.
        case index
        /// One of ``ExpressionLimits`` is exceeded.
        case limit
        /// Geometries of different spatial references in one call.
        case spatialReference = "spatialref"
    }

    /// The kind of error.
    public var kind: Kind
    /// The line, from 1; 0 while unknown.
    public var line: Int
    /// The column in Unicode scalars, from 1; 0 while unknown.
    public var column: Int
    /// What is wrong and what to do, without a full stop.
    public var message: String

    /// Bytes of a message. One that quotes a long text of the expression is cut.
    private static let message_bytes = 1000

    /// Creates an error without a position.
    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message =
            message.utf8.count <= Self.message_bytes
            ? message : message.prefix(Self.message_bytes / 4) + "…"
        line = 0
        column = 0
    }

    /// Returns the error with a position. An existing position is kept: it is more precise.
    func placed(at place: Place) -> ExpressionError {
        guard line == 0 else { return self }
        var fault = self
        fault.line = Int(place.line)
        fault.column = Int(place.column)
        return fault
    }
}

extension ExpressionError {
    /// The expressions of one input exceeded their steps.
    public static var inputLimit: ExpressionError {
        ExpressionError(
            .limit,
            "the expressions of one input take more than \(ExpressionLimits.stepsOfOneInput) steps"
        ).placed(at: Place(line: 1, column: 1))
    }
}

extension ExpressionError: CustomStringConvertible {
    /// `line 3, column 5: …`
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// A position in the text of an expression.
struct Place: Hashable, Sendable {
    /// From 1.
    var line: Int32
    /// In Unicode scalars, from 1.
    var column: Int32
}
