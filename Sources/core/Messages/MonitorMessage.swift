package import Chronology

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

/// An expression that makes the message of an event: a text, and the function that evaluates it.
///
/// The function comes from outside, so that this module does not know the language of the text.
public struct MessageExpression: Sendable {
    /// Returns the message of an event.
    ///
    /// The parameters are the event, the time zone of the monitor, the actions of an event for
    /// which the expression chooses none, those that it may choose, and the budget of the input.
    package typealias Function =
        @Sendable (
            any MessageEvent, ZoneRule, _ usual: [String], _ allowed: [String], inout MessageBudget
        ) -> ComposedMessage

    /// The text as configured.
    public let text: String
    /// The rules of the time zones that the text names, by name.
    package let zones: [String: ZoneRule]
    /// The reason why there is no function, as a sentence; nil when there is one.
    public let problem: String?
    /// Whether the function reads values of `FixDetails`.
    package let readsDetails: Bool
    /// Makes the messages; nil where the text does not compile or is not compiled yet.
    package let function: Function?

    /// Creates an expression whose text is not compiled yet.
    public init(_ text: String) {
        self.init(
            text, zones: [:], problem: "message_expression is not compiled", readsDetails: false,
            nil)
    }

    /// Creates an expression with its function; nil where the text does not compile, for the reason
    /// `problem`.
    package init(
        _ text: String, zones: [String: ZoneRule], problem: String?, readsDetails: Bool,
        _ function: Function?
    ) {
        (self.text, self.zones, self.problem) = (text, zones, problem)
        (self.readsDetails, self.function) = (readsDetails, function)
    }
}

extension MessageExpression {
    /// Returns the expression without its function, so that a monitor with it fails to start.
    ///
    /// - Parameter reason: a predicate that follows the key.
    package func refused(_ reason: String) -> MessageExpression {
        MessageExpression(
            text, zones: zones, problem: "message_expression \(reason)", readsDetails: false, nil)
    }
}

extension MessageExpression: Hashable {
    /// Returns whether both have the same text and the same zones.
    public static func == (left: MessageExpression, right: MessageExpression) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
