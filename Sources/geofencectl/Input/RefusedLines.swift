internal import Spelling

/// Lines of an input that gave nothing: all are counted, and of very many some are told.
struct RefusedLines {
    /// How many there are.
    private(set) var count = 0
    /// The sentences worth telling, in the order they came.
    private(set) var told: [String] = []
    private var kinds: Set<String> = []

    /// Takes note of a line. True when it is worth telling: among the first ones, or the first of
    /// its kind.
    mutating func add(_ problem: LineProblem) -> Bool {
        count += 1
        guard told.count < Self.mostTold else { return false }
        // The same words about other numbers are of the same kind.
        let isNew = kinds.insert(problem.sentence.filter { !$0.isNumber }).inserted
        guard isNew || count <= Self.firstTold else { return false }
        told.append(problem.sentence)
        return true
    }

    /// What is to be said in the end; nil when there is no such line.
    var summary: String? {
        guard count > 0 else { return nil }
        let rest = count - told.count
        return counted(count, "line") + " gave no fix"
            + (rest > 0 ? ", \(rest) of which are not told above." : ".")
    }

    /// Lines told whatever is wrong with them: enough to see a pattern.
    private static let firstTold = 20
    /// Lines told in all, since words of the input itself make kinds without end.
    private static let mostTold = 100
}
