/// Everything that is wrong with a configuration, in the order of the file.
public struct InvalidConfiguration: Error, Sendable, Hashable {
    /// At least one problem.
    public var problems: [SettingsProblem]

    init(problems: [SettingsProblem]) {
        precondition(!problems.isEmpty, "a configuration without problems is valid")
        self.problems = problems
    }
}
