internal import Suggestions

/// The result of a monitor's message expression for one event.
public struct ComposedMessage: Sendable, Hashable {
    /// The message text; the standard sentence if the expression failed.
    public var text: String
    /// The actions that the event requests.
    public var actions: [String]
    /// All other keys of the expression's dictionary, as a JSON object; nil if there are none.
    public var properties: String?
    /// Why the expression failed, or which of its actions were left out; nil if there is no
    /// problem.
    public var problem: String?
    /// Whether the expression failed, so that the text is the standard sentence.
    public var isStandard = false

    /// Creates a message without properties and problems.
    package init(text: String, actions: [String]) {
        (self.text, self.actions) = (text, actions)
    }
}

extension ComposedMessage {
    /// The maximum size of the text in bytes. People read messages, and the journal cuts much
    /// longer lines.
    static let textMaximum_bytes = 8192
    /// The maximum size of the properties in bytes, the same as for the properties of a fence.
    static let propertiesMaximum_bytes = 65_536
    /// The maximum number of actions of one event; one is usual.
    static let actionsMaximum = 100

    /// The message without control characters, which a sender may have put into a text. The text
    /// and the problem are printed on terminals. The properties are JSON, which escapes control
    /// characters.
    package var printable: ComposedMessage {
        var message = self
        message.text = text.withoutControls(except: ["\n"])
        message.problem = problem?.withoutControls()
        return message
    }

    /// Why the message is too large; nil when it is not.
    package var excess: String? {
        if text.utf8.count > Self.textMaximum_bytes {
            return "the message has \(text.utf8.count) bytes; \(Self.textMaximum_bytes) are allowed"
        }
        if let count = properties?.utf8.count, count > Self.propertiesMaximum_bytes {
            return "the properties of the message have \(count) bytes; "
                + "\(Self.propertiesMaximum_bytes) are allowed"
        }
        if actions.count > Self.actionsMaximum {
            return "the message has \(actions.count) actions; \(Self.actionsMaximum) are allowed"
        }
        return nil
    }
}

/// The steps that the expressions of one input have used. All messages of an input share a limit.
public struct MessageBudget: Sendable {
    /// The number of steps used so far.
    package var usedSteps = 0

    /// Creates the budget of an input that has used no step.
    public init() {}
}
