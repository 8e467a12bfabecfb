internal import Suggestions

/// Input lines without a fix: all are counted, and a limited number is reported.
struct RefusedLines {
    /// How many there are.
    private(set) var count = 0
    /// The reported sentences, in the order of the lines.
    private(set) var reported: [String] = []
    private var kinds: Set<String> = []

    /// Counts a line. True when it should be reported: it is among the first ones, or the first of
    /// its kind.
    mutating func add(_ problem: LineProblem) -> Bool {
        count += 1
        guard reported.count < Self.reportedMaximum else { return false }
        // Sentences that differ only in numbers are of the same kind.
        let isNew = kinds.insert(problem.sentence.filter { !$0.isNumber }).inserted
        guard isNew || count <= Self.alwaysReported else { return false }
        reported.append(problem.sentence)
        return true
    }

    /// The summary for the end of the input; nil when there is no such line.
    var summary: String? {
        guard count > 0 else { return nil }
        let rest = count - reported.count
        return counted(count, "line") + " gave no fix"
            + (rest > 0 ? ", \(rest) of which are not listed above." : ".")
    }

    /// The number of first lines that are reported in any case: enough to see a pattern.
    private static let alwaysReported = 20
    /// The maximum number of reported lines: text of the input in the sentences can make any number
    /// of kinds.
    private static let reportedMaximum = 100
}
