/// The warnings of a monitor that hold now, at most one of each code.
struct WarningList: Sendable, Hashable {
    private var sentences: [MonitorWarning.Code: String] = [:]

    /// In the order of their codes.
    var warnings: [MonitorWarning] {
        MonitorWarning.Code.allCases.compactMap { code in
            sentences[code].map { MonitorWarning(code: code, message: $0) }
        }
    }

    /// Raises a warning, or clears it where there is no sentence. True when that changed something.
    mutating func set(_ code: MonitorWarning.Code, _ sentence: String?) -> Bool {
        guard sentences[code] != sentence else { return false }
        sentences[code] = sentence
        return true
    }

    /// Whether the warning is raised; costs no allocation.
    func contains(_ code: MonitorWarning.Code) -> Bool {
        sentences[code] != nil
    }

    mutating func removeAll() {
        sentences.removeAll()
    }
}
