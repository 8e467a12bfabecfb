internal import Suggestions

/// The text of an event's message, with placeholders: `{event.type}`, `{fence.name}`, `{fence.id}`,
/// `{fence.properties.KEY}`, `{monitor.name}`.
///
/// `{Event.type}` begins with a capital. `{{` and `}}` stand for a brace. The text is parsed once.
public struct MessageTemplate: Sendable, Hashable {
    /// The text as configured.
    public let text: String
    /// The problems of the text, one sentence each. A monitor with such a template fails to start.
    public let problems: [String]

    private let parts: [Part]

    /// Parses a text.
    public init(_ text: String) {
        self.text = text
        (parts, problems) = MessageTemplate.parse(text)
    }

    /// The first part of the text that looks like a variable of an expression, such as
    /// `$fencefeature`; nil if there is none.
    public var variable: String? {
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "$") {
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if name.first?.isLetter ?? false { return "$" + name }
        }
        return nil
    }

    /// Returns the text with its placeholders filled. A property that the fence does not have
    /// becomes an empty text.
    package func filled(for event: some MessageEvent) -> String {
        var message = ""
        for part in parts {
            switch part {
            case .text(let text): message += text
            case .place(.eventType): message += event.type
            case .place(.eventTypeAtStart): message += event.type.capitalizedFirst
            case .place(.fenceID): message += event.fence
            case .place(.fenceName): message += event.fenceName
            case .place(.monitorName): message += event.monitor
            case .property(let key):
                let text = event.properties.flatMap { property(key, in: $0) } ?? ""
                message += text.withoutControls(except: ["\n"])
            }
        }
        return message
    }
}

extension MessageTemplate {
    private enum Place: String, CaseIterable {
        case eventType = "event.type"
        case eventTypeAtStart = "Event.type"
        case fenceID = "fence.id"
        case fenceName = "fence.name"
        case monitorName = "monitor.name"
    }

    private enum Part: Hashable {
        case text(String)
        case place(Place)
        case property(String)
    }

    private static func parse(_ text: String) -> ([Part], [String]) {
        var parts: [Part] = []
        var problems: [String] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.first {
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                literal.append(character)
                rest = rest.dropFirst(2)
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    problems.append(
                        "message '\(text)': a '{' is not closed; write '{{' for a brace")
                    break
                }
                parts.append(.text(literal))
                literal = ""
                let name = String(rest[rest.index(after: rest.startIndex)..<end])
                if let part = part(named: name) {
                    parts.append(part)
                } else {
                    problems.append(
                        "message '\(text)': '{\(name)}' names nothing; use {event.type}, {Event.type}, "
                            + "{fence.id}, {fence.name}, {fence.properties.KEY} or {monitor.name}")
                }
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
                rest = rest.dropFirst()
            }
        }
        parts.append(.text(literal))
        return (parts.filter { $0 != .text("") }, problems)
    }

    private static func part(named name: String) -> Part? {
        if let place = Place(rawValue: name) { return .place(place) }
        let prefix = "fence.properties."
        guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count else { return nil }
        return .property(String(name.dropFirst(prefix.count)))
    }
}
