/// The current warnings of a monitor, at most one of each code.
struct WarningList: Sendable, Hashable {
    private var sentences: [MonitorWarning.Code: String] = [:]

    /// The warnings in the order of their codes.
    var warnings: [MonitorWarning] {
        MonitorWarning.Code.allCases.compactMap { code in
            sentences[code].map { MonitorWarning(code: code, message: $0) }
        }
    }

    /// Raises a warning, or clears it if the sentence is nil. Returns whether anything changed.
    mutating func set(_ code: MonitorWarning.Code, _ sentence: String?) -> Bool {
        guard sentences[code] != sentence else { return false }
        sentences[code] = sentence
        return true
    }

    /// Raises a warning while a condition holds, and clears it otherwise. The sentence is made only
    /// when that changes. Returns whether it does.
    mutating func set(
        _ code: MonitorWarning.Code, if isRaised: Bool, _ sentence: @autoclosure () -> String
    ) -> Bool {
        guard isRaised != contains(code) else { return false }
        return set(code, isRaised ? sentence() : nil)
    }

    /// Whether the warning is raised. Does not allocate.
    func contains(_ code: MonitorWarning.Code) -> Bool {
        sentences[code] != nil
    }

    mutating func removeAll() {
        sentences.removeAll()
    }
}
