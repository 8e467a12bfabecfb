internal import Expressions

/// What makes the message of an event.
public enum MonitorMessage: Sendable, Hashable {
    /// A text with places to fill.
    case template(MessageTemplate)
    /// An expression, which may also choose actions and give more properties.
    case expression(MessageExpression)

    /// What is wrong with it, one sentence a problem; a monitor with such a message fails to start.
    public var problems: [String] {
        switch self {
        case .template(let template): template.problems
        case .expression(let expression): expression.problem.map { [$0] } ?? []
        }
    }
}

/// An expression that makes the message of an event: its text, compiled once.
public struct MessageExpression: Sendable, Hashable {
    /// The text as configured.
    public let text: String
    /// Why it does not compile; nil when it does.
    public let problem: String?

    let expression: Expression?
    /// Whether it looks at the geometry of the fence, or hands the fence on as a whole.
    let usesFenceGeometry: Bool

    /// The expression of that text.
    public init(_ text: String) {
        self.text = text
        do throws(ExpressionError) {
            let expression = try Expression(text, for: .notification)
            self.expression = expression
            usesFenceGeometry = expression.usesFenceAsAWhole
            problem = nil
        } catch {
            expression = nil
            usesFenceGeometry = false
            problem = "message_expression, \(error.description)"
        }
    }

    /// What is of the language but hardly meant, one sentence each.
    public var warnings: [String] {
        let types = Transition.Kind.allCases.map(\.rawValue)
        return expression?.warnings(eventTypes: types).map(\.description) ?? []
    }

    /// Whether both have the same text.
    public static func == (left: MessageExpression, right: MessageExpression) -> Bool {
        left.text == right.text
    }

    /// Takes in the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
