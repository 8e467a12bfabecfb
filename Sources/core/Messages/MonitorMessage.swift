public import Expressions
internal import Fixes

/// The rule by which a monitor makes the message of an event.
public enum MonitorMessage: Sendable, Hashable {
    /// A text with placeholders.
    case template(MessageTemplate)
    /// An expression, which may also choose actions and add properties.
    case expression(MessageExpression)

    /// The problems of the message, one sentence each. A monitor with such a message fails to
    /// start.
    public var problems: [String] {
        switch self {
        case .template(let template): template.problems
        case .expression(let expression): expression.expression.problem.map { [$0] } ?? []
        }
    }
}

/// An expression that makes the message of an event.
public struct MessageExpression: Sendable, Hashable {
    /// The text and its compiled form.
    public var expression: ConfiguredExpression
    /// Whether the expression reads the geometry of the fence, or uses the fence as a whole.
    let usesFenceGeometry: Bool
    /// Whether the expression reads more of a fix than a `LocationUpdate` holds.
    package let readsDetails: Bool

    /// Compiles a text.
    public init(_ text: String) {
        expression = ConfiguredExpression(text, for: .notification, key: "message_expression")
        usesFenceGeometry = expression.compiled?.usesAsAWhole("$fencefeature") ?? false
        readsDetails = expression.compiled?.readsFixDetails(of: "$feedfeature") ?? false
    }

    /// The properties of the fence that the expression names literally, each once, with its place
    /// as `line 1, column 5`.
    public var fenceProperties: [(name: String, place: String)] {
        var known: Set<String> = []
        return (expression.compiled?.fields(of: "$fencefeature") ?? []).compactMap { field in
            known.insert(field.name.lowercased()).inserted
                ? (field.name, "line \(field.line), column \(field.column)") : nil
        }
    }
}
