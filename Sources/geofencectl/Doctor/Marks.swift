internal import FenceFiles

/// How outcomes and problems are marked.
enum Marks {
    /// For terminals that show UTF-8.
    case signs
    /// For all others.
    case ascii

    /// The marks that a locale can show: `LC_ALL`, `LC_CTYPE` and `LANG`, the first that is set.
    init(locale: [String?]) {
        let name = locale.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "C"
        let letters = name.lowercased().filter { $0 != "-" }
        self = letters.contains("utf8") ? .signs : .ascii
    }

    /// The mark of an outcome.
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

    /// The mark of a problem.
    func mark(_ severity: FenceProblem.Severity) -> String {
        switch (self, severity) {
        case (.signs, .noted): "·"
        case (.ascii, .noted): "[--]"
        case (_, .warned): mark(Finding.Outcome.warn)
        case (_, .rejected): mark(Finding.Outcome.fail)
        }
    }
}
