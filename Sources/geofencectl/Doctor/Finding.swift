/// The result of one check.
struct Finding: Encodable, Equatable {
    /// How a check went.
    enum Outcome: String, Encodable, CaseIterable {
        /// As it should be.
        case ok
        /// It works, but something deserves attention.
        case warn
        /// It does not work.
        case fail
    }

    /// The stable name of the check, with the name of the part if there are several.
    var check: String
    /// How it went.
    var outcome: Outcome
    /// The result in a sentence.
    var message: String
    /// How to repair it; nil when there is nothing to repair.
    var fix: String?

    /// The first of several problems, and how many more there are; nil when there is none.
    static func message(of problems: [String]) -> String? {
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return problems.first.map { $0 + more }
    }

    /// All is well.
    static func ok(_ check: String, _ message: String) -> Finding {
        Finding(check: check, outcome: .ok, message: message)
    }

    /// It works, but deserves attention.
    static func warn(_ check: String, _ message: String, fix: String?) -> Finding {
        Finding(check: check, outcome: .warn, message: message, fix: fix)
    }

    /// It does not work.
    static func fail(_ check: String, _ message: String, fix: String?) -> Finding {
        Finding(check: check, outcome: .fail, message: message, fix: fix)
    }
}
