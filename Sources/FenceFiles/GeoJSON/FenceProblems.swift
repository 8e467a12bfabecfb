/// The problems of a file, told one by one up to a limit.
struct FenceProblems {
    /// A file with more has one cause, not so many.
    static let maximumCount = 1000

    private var noted: [FenceProblem] = []
    private var omitted = 0
    /// The ids of all features that were rejected, listed or not.
    private(set) var rejectedIDs: Set<String> = []

    mutating func note(_ problem: FenceProblem) {
        if problem.severity == .rejected, let id = problem.id { rejectedIDs.insert(id) }
        if noted.count < Self.maximumCount {
            noted.append(problem)
        } else {
            omitted += 1
        }
    }

    /// The problems, with a last one that counts those beyond the limit.
    var list: [FenceProblem] {
        guard omitted > 0 else { return noted }
        let rest = FenceProblem(
            .warned, "\(omitted) more problems are not listed", hint: "mend the first ones")
        return noted + [rest]
    }
}
