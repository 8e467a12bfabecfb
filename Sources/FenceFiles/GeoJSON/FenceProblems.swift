/// The problems of a file, told one by one up to a limit.
struct FenceProblems {
    /// Of each severity, so that what is only doubtful leaves room for what is worse. A file with
    /// more has one cause, not so many.
    static let maximumCount = 1000

    private var noted: [FenceProblem] = []
    private var counts: [FenceProblem.Severity: Int] = [:]
    /// Why the file as a whole cannot be used; told however much else is wrong.
    var fault: FenceProblem?
    /// The ids of all features that were rejected, listed or not.
    private(set) var rejectedIDs: Set<String> = []

    mutating func note(_ problem: FenceProblem) {
        if problem.severity == .rejected, let id = problem.id { rejectedIDs.insert(id) }
        let count = counts[problem.severity, default: 0]
        counts[problem.severity] = count + 1
        if count < Self.maximumCount { noted.append(problem) }
    }

    /// The problems, with those behind them that count what is beyond the limit, and the fault.
    var list: [FenceProblem] {
        let rest = FenceProblem.Severity.allCases.compactMap { severity -> FenceProblem? in
            let omitted = counts[severity, default: 0] - Self.maximumCount
            guard omitted > 0 else { return nil }
            return FenceProblem(
                severity, "\(omitted) more problems are not listed", hint: "mend the first ones")
        }
        return noted + rest + (fault.map { [$0] } ?? [])
    }
}
