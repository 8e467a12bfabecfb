internal import Composition

/// Does this machine have the groups whose members are to use the daemon?
struct AccessCheck {
    /// Those it lacks.
    var problems: [GroupProblem]

    /// A finding for each of them, or one that there is none.
    var findings: [Finding] {
        guard !problems.isEmpty else { return [.ok("access", "The groups of [daemon] exist.")] }
        return problems.map { problem in
            let remedy = problem.remedy
            return .warn(
                "access", problem.reason + ".",
                fix: remedy.prefix(1).uppercased() + remedy.dropFirst() + ".")
        }
    }
}
