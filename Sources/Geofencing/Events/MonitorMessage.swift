public import Chronology
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
    /// Whether it reads more of a fix than a `LocationUpdate` holds.
    let readsDetails: Bool
    /// The rules of time zones that it names, by name.
    public var zones: [String: ZoneRule] = [:]

    /// The expression of that text.
    public init(_ text: String) {
        self.text = text
        do throws(ExpressionError) {
            let expression = try Expression(text, for: .notification)
            self.expression = expression
            usesFenceGeometry = expression.usesAsAWhole("$fencefeature")
            readsDetails = expression.readsFixDetails(of: "$feedfeature")
            problem = nil
        } catch {
            expression = nil
            usesFenceGeometry = false
            readsDetails = false
            problem = "message_expression, \(error.description)"
        }
    }

    /// What is of the language but hardly meant, one sentence each.
    public var warnings: [String] {
        let types = Transition.Kind.allCases.map(\.rawValue)
        return expression?.warnings(eventTypes: types).map {
            "message_expression, \($0.description)"
        } ?? []
    }

    /// The properties of the fence that it names literally, each once, with its place as
    /// `line 1, column 5`.
    public var fenceProperties: [(name: String, place: String)] {
        var known: Set<String> = []
        return (expression?.fields(of: "$fencefeature") ?? []).compactMap { field in
            known.insert(field.name.lowercased()).inserted
                ? (field.name, "line \(field.line), column \(field.column)") : nil
        }
    }

    /// The time zones that it names; nil where a name is computed, so that it may be any.
    public var zoneNames: Set<String>? { expression.map(\.zoneNames) ?? [] }

    /// Whether both have the same text and the same zones.
    public static func == (left: MessageExpression, right: MessageExpression) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Takes in the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
