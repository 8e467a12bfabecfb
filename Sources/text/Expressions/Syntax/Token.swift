/// A word of the language.
struct Token: Sendable {
    enum Form: Sendable, Equatable {
        case number(Double)
        case text(Text)
        case template(Template)
        /// A name or keyword: in lower case, and as written.
        case word(String, spelling: String)
        case symbol(String)
        case end
    }

    /// A text in back quotes: texts with the tokens of a placeholder between each two of them.
    struct Template: Sendable, Equatable {
        var texts: [Text]
        var placeholders: [[Token]]

        static func == (left: Template, right: Template) -> Bool { left.texts == right.texts }
    }

    var form: Form
    var place: Place
    /// Whether a line end precedes it, where a statement may end.
    var isOnNewLine: Bool

    /// Its description in messages.
    var description: String {
        switch form {
        case .number: "a number"
        case .text, .template: "a text"
        case .word(_, let spelling): "\"\(spelling)\""
        case .symbol(let symbol): "\"\(symbol)\""
        case .end: "the end of the expression"
        }
    }
}

/// The reserved words.
enum Keyword {
    static let inUse: Set<String> = [
        "break", "continue", "else", "for", "function", "if", "in", "of", "return", "var", "while",
        "true", "false", "null",
    ]
    static let reserved: Set<String> = [
        "case", "catch", "debugger", "export", "import", "switch", "try",
    ]
}
