/// The result of one check.
struct Finding: Encodable, Equatable {
    /// The outcome of a check.
    enum Outcome: String, Encodable, CaseIterable {
        /// No problem.
        case ok
        /// The part works, but with a problem.
        case warn
        /// The part does not work.
        case fail
    }

    /// The stable name of the check, with the name of the part if there are several.
    var check: String
    /// The outcome.
    var outcome: Outcome
    /// The result in a sentence.
    var message: String
    /// The remedy; nil when there is nothing to repair.
    var fix: String?

    /// Returns the first problem and the number of the others; nil without a problem.
    static func message(of problems: [String]) -> String? {
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return problems.first.map { $0 + more }
    }

    /// Creates a finding without a problem.
    static func ok(_ check: String, _ message: String) -> Finding {
        Finding(check: check, outcome: .ok, message: message)
    }

    /// Creates a finding about a part that works, but with a problem.
    static func warn(_ check: String, _ message: String, fix: String?) -> Finding {
        Finding(check: check, outcome: .warn, message: message, fix: fix)
    }

    /// Creates a finding about a part that does not work.
    static func fail(_ check: String, _ message: String, fix: String?) -> Finding {
        Finding(check: check, outcome: .fail, message: message, fix: fix)
    }
}
