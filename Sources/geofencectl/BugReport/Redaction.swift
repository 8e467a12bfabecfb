internal import ControlProtocol

/// Takes secrets out of what is shown to others.
///
/// What counts as a secret is told by names, never by values: a value looks like nothing.
enum Redaction {
    /// What stands in a secret's place.
    static let mark = "REDACTED"

    /// Whether what has this name is a secret.
    static func isSecret(_ name: some StringProtocol) -> Bool {
        let letters = name.lowercased().filter { $0 != "_" && $0 != "-" }
        return secretWords.contains { letters.contains($0) }
    }

    /// A text without secrets: of TOML, of command lines and of log lines.
    static func text(_ text: String) -> String {
        // scheme://user:password@host, and the words of an Authorization header
        var result = text.replacing(/:\/\/[^\s\/@"']+@/, with: "://\(mark)@")
        result = result.replacing(/(?i:bearer|basic)[ \t]+[\w.~+\/=\-]{8,}/, with: mark)
        // --password, "x" in a list, perhaps on its next line; --password x in a command line
        result = result.replacing(
            /(?<option>--?[A-Za-z][\w\-]*)(?<between>["']\s*,\s*["']|[ \t]+)(?<value>[^"',\s]+)/
        ) { match in
            isSecret(match.option) ? "\(match.option)\(match.between)\(mark)" : "\(match.0)"
        }
        // key = "x", "key": "x", --key=x, key=x; lists, tables and texts of several lines, too
        return result.replacing(
            /(?<name>[\w\-]+)(?<between>["']?[ \t]*[=:][ \t]*)(?<value>"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[[^\]]*\]|\{[^}]*\}|[^\s,"'\]}]+)/
        ) { match in
            guard isSecret(match.name) else { return kept(match.0, match.value) }
            let quote = match.value.first.flatMap { "\"'".contains($0) ? String($0) : nil } ?? ""
            return "\(match.name)\(match.between)\(quote)\(mark)\(quote)"
        }
    }

    /// A value without secrets: of members with a secret's name nothing is left, texts and lists of
    /// words are looked into.
    static func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, isSecret(name) ? .string(mark) : self.value(value))
                    }))
        case .array(let items):
            return .array(
                items.indices.map { index in
                    // ["--password", "x"]: the word before names this one.
                    if index > 0, let option = items[index - 1].text, option.hasPrefix("-"),
                        !option.contains("="), isSecret(option), items[index].text != nil
                    {
                        return .string(mark)
                    }
                    return self.value(items[index])
                })
        case .string(let text): return .string(self.text(text))
        case .null, .bool, .integer, .number: return value
        }
    }

    /// A key with its value: what is no secret itself may hold one, as a command or a table does.
    private static func kept(_ whole: Substring, _ value: Substring) -> String {
        let isOpened = value.first.map { "[{\"'".contains($0) } ?? false
        let inside = isOpened ? value.dropFirst() : value
        return whole.dropLast(inside.count) + text(String(inside))
    }

    private static let secretWords = [
        "password", "passwd", "passphrase", "token", "secret", "apikey", "accesskey", "privatekey",
        "credential", "authorization",
    ]
}
