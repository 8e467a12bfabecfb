internal import Composition

/// Can the members of the groups use the daemon that are to use it?
struct AccessCheck {
    /// The groups whose members cannot.
    var problems: [GroupProblem]

    /// A finding for each of them, or a single one when there are none.
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
