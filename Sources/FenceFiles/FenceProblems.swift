/// The problems of a file, with a limit on their number.
struct FenceProblems {
    /// The limit for each severity, so that warnings leave space for rejections. A file with more
    /// problems usually has a single cause.
    static let maximumCount = 1000

    private var noted: [FenceProblem] = []
    private var counts: [FenceProblem.Severity: Int] = [:]
    /// Why the whole file cannot be used; always listed.
    var fault: FenceProblem?
    /// The ids of all rejected features, listed or not.
    private(set) var rejectedIDs: Set<String> = []

    mutating func note(_ problem: FenceProblem) {
        if problem.severity == .rejected, let id = problem.id { rejectedIDs.insert(id) }
        let count = counts[problem.severity, default: 0]
        counts[problem.severity] = count + 1
        if count < Self.maximumCount { noted.append(problem) }
    }

    /// The listed problems, then the counts beyond the limit, then the fault.
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
