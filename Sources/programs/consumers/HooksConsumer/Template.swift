internal import ControlProtocol
internal import Suggestions

/// Text with placeholders such as `{fence.id}`, which stand for values of an event.
struct Template: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case value(String)
    }

    private var parts: [Part]

    /// The placeholders that there are.
    static let names = [
        "device", "event.id", "event.message", "event.seq", "event.type", "fence.id", "fence.name",
        "monitor.name", "source.name", "visit.id",
    ]

    /// Why a text cannot be used.
    struct Problem: Error {
        var reason: String
    }

    /// Text as it is.
    init(literal text: String) { parts = [.text(text)] }

    /// Reads a text; `{{` stands for a brace.
    init(_ text: String) throws(Problem) {
        parts = []
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            parts.append(.text(String(rest[..<brace])))
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                parts.append(.text("{"))
                rest.removeFirst()
                continue
            }
            guard let end = rest.firstIndex(of: "}"),
                Self.names.contains(String(rest[..<end]))
            else {
                let list = Self.names.map { "{\($0)}" }.joined(separator: ", ")
                throw Problem(
                    reason: "has a placeholder that is none of \(list); {{ stands for a brace")
            }
            parts.append(.value(String(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        }
        parts.append(.text(String(rest)))
        parts.removeAll { $0 == .text("") }
    }

    /// Whether it begins with text of its own.
    var beginsWithText: Bool {
        if case .text? = parts.first { true } else { false }
    }

    /// Whether there is no placeholder in it.
    var isLiteral: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// The text for an event, with the values changed by `escape`.
    func filled(_ event: EventRecord, escape: (String) -> String = { $0 }) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .value(let name): escape(Self.value(name, event).withoutControls())
            }
        }.joined()
    }

    private static func value(_ name: String, _ event: EventRecord) -> String {
        switch name {
        case "device": event.device ?? ""
        case "event.id": event.event_id
        case "event.message": event.message ?? ""
        case "event.seq": String(event.seq)
        case "event.type": event.type
        case "fence.id": event.fence ?? ""
        case "fence.name": event.fence_name ?? ""
        case "monitor.name": event.monitor ?? ""
        case "source.name": event.source ?? ""
        default: event.visit ?? ""
        }
    }
}

/// Names of units.
enum UnitName {
    /// The longest name, bytes.
    static let maximumBytes = 255

    /// A text as a part of a unit name, as systemd-escape(1) writes it.
    static func escaped(_ text: String) -> String {
        var name = ""
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "/"): name += "-"
            case UInt8(ascii: ".") where index > 0, UInt8(ascii: ":"), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                name += "\\x" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return name
    }
}
