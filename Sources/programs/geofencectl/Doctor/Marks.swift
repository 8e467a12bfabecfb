internal import FenceFiles

/// The style of the marks of outcomes and problems.
enum Marks {
    /// For terminals that show UTF-8.
    case signs
    /// For all other terminals.
    case ascii

    /// Selects the style for a locale: the first set value of `LC_ALL`, `LC_CTYPE` and `LANG`.
    init(locale: [String?]) {
        let name = locale.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "C"
        let letters = name.lowercased().filter { $0 != "-" }
        self = letters.contains("utf8") ? .signs : .ascii
    }

    /// Returns the mark of an outcome.
    func mark(_ outcome: Finding.Outcome) -> String {
        switch (self, outcome) {
        case (.signs, .ok): "✓"
        case (.signs, .warn): "!"
        case (.signs, .fail): "✗"
        case (.ascii, .ok): "[ok]"
        case (.ascii, .warn): "[!!]"
        case (.ascii, .fail): "[XX]"
        }
    }

    /// Returns the mark of a problem.
    func mark(_ severity: FenceProblem.Severity) -> String {
        switch (self, severity) {
        case (.signs, .noted): "·"
        case (.ascii, .noted): "[--]"
        case (_, .warned): mark(Finding.Outcome.warn)
        case (_, .rejected): mark(Finding.Outcome.fail)
        }
    }
}
