internal import Suggestions

/// Input lines without a fix: all are counted, a limited number is reported.
struct RefusedLines {
    /// The number of lines.
    private(set) var count = 0
    /// The reported sentences, in the order of the lines.
    private(set) var reported: [String] = []
    private var kinds: Set<String> = []

    /// Counts a line. Returns true when it should be reported: it is among the first lines, or the
    /// first of its kind, and `reportedMaximum` is not reached.
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

    /// The number of first lines that are always reported: enough to see a pattern.
    private static let alwaysReported = 20
    /// The most reported lines: sentences contain text of the input, so that the number of kinds is
    /// unlimited.
    private static let reportedMaximum = 100
}
