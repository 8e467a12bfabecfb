public import Chronology
internal import Expressions
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
        case .expression(let expression): expression.problem.map { [$0] } ?? []
        }
    }
}

/// An expression that makes the message of an event. Its text is compiled once.
public struct MessageExpression: Sendable, Hashable {
    /// The text as configured.
    public let text: String
    /// Why the text does not compile; nil when it does.
    public let problem: String?

    let expression: Expression?
    /// Whether the expression reads the geometry of the fence, or uses the fence as a whole.
    let usesFenceGeometry: Bool
    /// Whether the expression reads more of a fix than a `LocationUpdate` holds.
    package let readsDetails: Bool
    /// The rules of the time zones that the expression names, by name.
    public var zones: [String: ZoneRule] = [:]

    /// Compiles a text.
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

    /// Warnings about parts of the expression that are valid but probably unintended, one sentence
    /// each.
    ///
    /// - Parameter eventTypes: the types of events that a message can have.
    public func warnings(eventTypes: [String]) -> [String] {
        expression?.warnings(eventTypes: eventTypes).map {
            "message_expression, \($0.description)"
        } ?? []
    }

    /// The properties of the fence that the expression names literally, each once, with its place
    /// as `line 1, column 5`.
    public var fenceProperties: [(name: String, place: String)] {
        var known: Set<String> = []
        return (expression?.fields(of: "$fencefeature") ?? []).compactMap { field in
            known.insert(field.name.lowercased()).inserted
                ? (field.name, "line \(field.line), column \(field.column)") : nil
        }
    }

    /// The time zones that the expression names; nil if a name is computed, so that any zone is
    /// possible.
    public var zoneNames: Set<String>? { expression.map(\.zoneNames) ?? [] }

    /// Whether both have the same text and the same zones.
    public static func == (left: MessageExpression, right: MessageExpression) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
