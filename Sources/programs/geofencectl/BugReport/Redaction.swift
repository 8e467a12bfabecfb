internal import ControlProtocol

/// Removes secrets from values and texts that are shown to others.
///
/// A secret value cannot be recognized, so the name of a value decides. Arguments of programs have
/// no reliable names (`-p x`): all of them are removed.
struct Redaction {
    /// The replacement of a secret.
    static let mark = "REDACTED"

    /// The arguments of the programs of sources, without the programs. They are removed wherever a
    /// text quotes them.
    private var arguments: [String] = []

    /// Creates the rules for the command lines of programs: their arguments together, and each one alone
    /// unless it is short or an option, since such a text would occur everywhere.
    init(commands: [[String]] = []) {
        let all = commands.map { $0.dropFirst() }
        let texts = all.joined().filter { $0.count >= 6 && !$0.hasPrefix("-") }
        let lines = all.map { $0.joined(separator: " ") }.filter { $0.count >= 3 }
        arguments = Set(texts + lines).sorted { $0.count > $1.count }
    }

    /// Whether a value with this name is a secret.
    static func isSecret(_ name: String) -> Bool {
        name.contains(
            /(?i:passw(?:or)?d|passphrase|token|secret|credential|authorization|(?:api|access|private)[_\-]?key|^--?(?:p|key|pass|pwd|pw|sig|signature|auth|cookie|pin|psk)$)/
        )
    }

    /// Returns a text (log lines, command lines or sentences) without secrets.
    func text(_ text: String) -> String {
        arguments.reduce(text.replacing("\0", with: "")) { $0.replacing($1, with: Self.mark) }
            // scheme://user:password@host, ?name=value of a URL, the words of an Authorization header
            .replacing(/:\/\/[^\s\/@"']+@/, with: "://\(Self.mark)@")
            .replacing(/\?[\w.~%\-]+=[^\s"']*/, with: "?\(Self.mark)")
            .replacing(/(?i:bearer|basic)[ \t]+[\w.~+\/=\-]{8,}/, with: Self.mark)
            // key = "x", "key": "x", --key=x, --key x; NUL marks the beginning of the secret.
            .replacing(/(?<name>[\w\-]+)(?<between>["']?[ \t]*[=:][ \t]*|[ \t]+)/) { match in
                let isNamed = match.name.first == "-" || !match.between.allSatisfy(\.isWhitespace)
                return "\(match.0)" + (isNamed && Self.isSecret(String(match.name)) ? "\0" : "")
            }
            .replacing(/\0(?:"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[^\s,"'\]}]+)?/, with: Self.mark)
    }

    /// Returns a value without secrets: members with the name of a secret, and commands, are replaced
    /// completely; texts are searched.
    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        let isHidden = name == "command" || Self.isSecret(name)
                        return (name, isHidden ? .string(Self.mark) : self.value(value))
                    }))
        case .array(let items): .array(items.map(self.value))
        case .string(let text): .string(self.text(text))
        case .null, .bool, .integer, .number: value
        }
    }
}
