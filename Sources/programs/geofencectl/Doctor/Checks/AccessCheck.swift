internal import Composition

/// The check whether the groups of [daemon] have access.
struct AccessCheck {
    /// The groups without access, with the reasons.
    var problems: [GroupProblem]

    /// One finding for each of them, or a single finding for none.
    var findings: [Finding] {
        guard !problems.isEmpty else {
            return [.ok("access", "The groups of [daemon] have their rights.")]
        }
        return problems.map { problem in
            let remedy = problem.remedy
            return .warn(
                "access", problem.reason + ".",
                fix: remedy.prefix(1).uppercased() + remedy.dropFirst() + ".")
        }
    }
}
