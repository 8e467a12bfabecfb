import Settings

extension Composition {
    /// The groups of `[daemon]` that this machine lacks.
    ///
    /// The usual group comes with the package; a daemon that is only tried out does without.
    ///
    /// - Parameter exists: whether there is a group of that name.
    public func groupProblems(exists: (_ name: String) -> Bool) -> [GroupProblem] {
        let daemon = configuration.daemon
        var problems: [GroupProblem] = []
        if daemon.group != DaemonSettings().group, !exists(daemon.group) {
            problems.append(GroupProblem(key: "group", name: daemon.group))
        }
        if let readers = daemon.readGroup, !exists(readers) {
            problems.append(GroupProblem(key: "read_group", name: readers))
        }
        return problems
    }
}
