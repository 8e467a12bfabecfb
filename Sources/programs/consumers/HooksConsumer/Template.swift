internal import ControlProtocol

/// Text with placeholders such as `{fence.id}`, which stand for values of an event.
struct Template: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        /// The value of a variable.
        case value(String)
    }

    private var parts: [Part]

    /// The variable of `HookUnit.variables` that has the value of a placeholder.
    private static let variables = [
        "device": "GEOFENCE_DEVICE", "event.id": "GEOFENCE_EVENT_ID",
        "event.message": "GEOFENCE_MESSAGE", "event.seq": "GEOFENCE_SEQ",
        "event.type": "GEOFENCE_EVENT", "fence.id": "GEOFENCE_FENCE",
        "fence.name": "GEOFENCE_FENCE_NAME", "monitor.name": "GEOFENCE_MONITOR",
        "source.name": "GEOFENCE_SOURCE", "visit.id": "GEOFENCE_VISIT",
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
                let variable = Self.variables[String(rest[..<end])]
            else {
                let list = Self.variables.keys.sorted().map { "{\($0)}" }.joined(separator: ", ")
                throw Problem(
                    reason: "has a placeholder that is none of \(list); {{ stands for a brace")
            }
            parts.append(.value(variable))
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
        let values = Self.values(event)
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .value(let variable): escape(values[variable] ?? "")
            }
        }.joined()
    }

    /// The text as an argument in a unit, in which systemd replaces the variables by their values.
    func argument(_ event: EventRecord) -> String {
        let values = Self.values(event)
        return parts.map { part in
            switch part {
            case .text(let text): text.replacing("$", with: "$$")
            // systemd warns of a variable that is not there.
            case .value(let variable): values[variable] == nil ? "" : "${\(variable)}"
            }
        }.joined()
    }

    private static func values(_ event: EventRecord) -> [String: String] {
        Dictionary(uniqueKeysWithValues: HookUnit.variables(event).map { ($0.name, $0.value) })
    }
}

/// Names of units.
enum UnitName {
    /// The longest name, bytes.
    static let maximumBytes = 255

    /// The file of the environment of a unit, for `EnvironmentFile=/run/geofenced-hooks/%N.env`. systemd takes that
    /// path for a pattern, in which a backslash stands for nothing: units of several names have the same file.
    static func environmentFile(_ unit: String) -> String {
        let stem = unit.lastIndex(of: ".").map { unit[..<$0] } ?? unit[...]
        return stem.filter { $0 != "\\" } + ".env"
    }

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
