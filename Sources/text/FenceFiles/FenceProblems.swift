/// The problems of a file, with a limit on their number.
struct FenceProblems {
    /// The limit for each severity, so that warnings leave space for rejections. When a file has
    /// more problems, they usually have a single cause.
    static let maximumCount = 1000

    private var noted: [FenceProblem] = []
    private var counts: [FenceProblem.Severity: Int] = [:]
    /// The problem that makes the whole file unusable; always listed.
    var fault: FenceProblem?
    /// The ids of all rejected features, listed or not.
    private(set) var rejectedIDs: Set<String> = []

    mutating func note(_ problem: FenceProblem) {
        if problem.severity == .rejected, let id = problem.id { rejectedIDs.insert(id) }
        let count = counts[problem.severity, default: 0]
        counts[problem.severity] = count + 1
        if count < Self.maximumCount { noted.append(problem) }
    }

    /// The listed problems, then the counts of omitted ones, then the fault.
    var list: [FenceProblem] {
        let rest = FenceProblem.Severity.allCases.compactMap { severity -> FenceProblem? in
            let omitted = counts[severity, default: 0] - Self.maximumCount
            guard omitted > 0 else { return nil }
            return FenceProblem(
                severity, "\(omitted) more problems are not listed", hint: "fix the first ones")
        }
        return noted + rest + (fault.map { [$0] } ?? [])
    }
}
