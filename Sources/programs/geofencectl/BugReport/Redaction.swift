internal import ControlProtocol

/// Removes secrets from text that is shown to others.
///
/// A secret value cannot be recognized, so the name of a value decides. Arguments of programs have
/// no reliable names (`-p x`): all of them are removed.
struct Redaction {
    /// The replacement of a secret.
    static let mark = "REDACTED"

    /// The arguments of the programs of sources, without the programs. They are removed wherever a
    /// text quotes them.
    var arguments: [String] = []
    /// Whether arguments of programs are shown, except those with the names of secrets.
    var keepsArguments = false

    /// Whether a value with this name is a secret.
    static func isSecret(_ name: some StringProtocol) -> Bool {
        let letters = name.lowercased().filter { $0 != "_" && $0 != "-" }
        return secretWords.contains { letters.contains($0) }
            || name.hasPrefix("-") && secretOptions.contains(letters)
    }

    /// Returns a text (TOML, command lines or log lines) without secrets.
    func text(_ text: String) -> String {
        var result = keepsArguments ? text : withoutArguments(text)
        // scheme://user:password@host, ?name=value of a URL, and the words of an Authorization
        // header
        result = result.replacing(/:\/\/[^\s\/@"']+@/, with: "://\(Self.mark)@")
        result = result.replacing(/\?[\w.~%\-]+=[^\s"']*/, with: "?\(Self.mark)")
        result = result.replacing(/(?i:bearer|basic)[ \t]+[\w.~+\/=\-]{8,}/, with: Self.mark)
        return Self.named(result)
    }

    /// Returns a value without secrets: members with the name of a secret are replaced completely;
    /// texts and lists of words are searched.
    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            let isProgram = members["type"]?.text == "exec"
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        if Self.isSecret(name) { return (name, .string(Self.mark)) }
                        if isProgram, name == "device", !keepsArguments, let line = value.text {
                            return (name, .string(Self.program(of: line)))
                        }
                        return (name, self.value(value))
                    }))
        case .array(let items):
            return .array(
                items.indices.map { index in
                    // ["--password", "x"]: the previous word names this one.
                    if index > 0, let option = items[index - 1].text, option.hasPrefix("-"),
                        !option.contains("="), Self.isSecret(option), items[index].text != nil
                    {
                        return .string(Self.mark)
                    }
                    return self.value(items[index])
                })
        case .string(let text): return .string(self.text(text))
        case .null, .bool, .integer, .number: return value
        }
    }

    /// Returns a command line without its arguments, up to the first space.
    static func program(of line: String) -> String {
        guard let end = line.firstIndex(of: " ") else { return line }
        return "\(line[..<end]) \(mark)"
    }

    /// Returns the text without the arguments in `command = ["p", "-x", "y"]` and without
    /// `arguments`. A list without an end is cut to the end of the text.
    private func withoutArguments(_ text: String) -> String {
        let result = text.replacing(
            /(?<start>\bcommand["']?\s*[=:]\s*\[(?:\s|#[^\n]*)*)(?<program>"(?:\\.|[^"\\\n])*"|'[^'\n]*')(?<rest>(?:"""(?s:.*?)"""|'''(?s:.*?)'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[^\]"'#]|["'])*)(?<end>\]|$)/
        ) { match in
            let isAlone = !match.rest.contains { "\"'".contains($0) }
            return isAlone
                ? "\(match.0)" : "\(match.start)\(match.program), \"\(Self.mark)\"\(match.end)"
        }
        // An invalid value that may contain a secret: command = "p -x y".
        return arguments.reduce(
            result.replacing(
                /(?<start>\bcommand["']?\s*=\s*)(?<quote>["'])(?<line>[^"'\n]*)(?<end>["'])/
            ) { match in
                "\(match.start)\(match.quote)\(Self.program(of: String(match.line)))\(match.end)"
            }
        ) { $0.replacing($1, with: Self.mark) }
    }

    /// Returns the text without the values whose names are those of secrets.
    private static func named(_ text: String) -> String {
        // --password, "x" in a list, perhaps on its next line; --password x in a command line
        var result = ""
        var rest = text[...]
        while let match = rest.firstMatch(
            of: /(?<option>--?[A-Za-z][\w\-]*)(?<between>["']\s*,\s*["']|[ \t]+)(?<value>[^"',\s]+)/
        ) {
            let isSecret = isSecret(match.option)
            // The word after an option without a secret may be the next option.
            let end = isSecret ? match.value.startIndex : match.option.endIndex
            result += rest[..<end] + (isSecret ? mark : "")
            rest = rest[(isSecret ? match.value.endIndex : end)...]
        }
        result += rest
        // key = "x", "key": "x", --key=x, key=x; lists, tables and texts of several lines, too
        return result.replacing(
            /(?<name>[\w\-]+)(?<between>["']?[ \t]*[=:][ \t]*)(?<value>"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[[^\]]*\]|\{[^}]*\}|[^\s,"'\]}]+)/
        ) { match in
            guard isSecret(match.name) else { return kept(match.0, match.value) }
            let quote = match.value.first.flatMap { "\"'".contains($0) ? String($0) : nil } ?? ""
            return "\(match.name)\(match.between)\(quote)\(mark)\(quote)"
        }
    }

    /// Returns a key with its value. A value that is not a secret may contain one, as in a command
    /// or a table.
    private static func kept(_ whole: Substring, _ value: Substring) -> String {
        let isOpened = value.first.map { "[{\"'".contains($0) } ?? false
        let inside = isOpened ? value.dropFirst() : value
        return whole.dropLast(inside.count) + named(String(inside))
    }

    private static let secretWords = [
        "password", "passwd", "passphrase", "token", "secret", "apikey", "accesskey", "privatekey",
        "credential", "authorization",
    ]
    /// Option names that are too short to be searched for within other names.
    private static let secretOptions: Set = [
        "p", "key", "pass", "pwd", "pw", "sig", "signature", "auth", "cookie", "pin", "psk",
    ]
}

extension Redaction {
    /// Returns the texts to remove from reports with these command lines: all arguments together,
    /// and each argument alone unless it is short or an option, since such a text would occur
    /// everywhere.
    static func arguments(of commands: [[String]]) -> [String] {
        let texts = commands.flatMap { command in
            [command.dropFirst().joined(separator: " ")]
                + command.dropFirst().filter { $0.count >= 6 && !$0.hasPrefix("-") }
        }
        return Set(texts.filter { $0.count >= 3 }).sorted { $0.count > $1.count }
    }
}
