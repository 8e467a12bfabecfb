import Settings

extension Composition {
    /// The groups of `[daemon]` whose members do not get the rights that they should have.
    ///
    /// The usual group comes with the package; a daemon that is only tried out does without.
    ///
    /// - Parameters:
    ///   - exists: whether there is a group of that name.
    ///   - hasSocket: whether the control socket belongs to that group. With readers it is for
    ///     everybody, because they are of another group.
    public func groupProblems(
        exists: (_ name: String) -> Bool, hasSocket: (_ name: String) -> Bool
    ) -> [GroupProblem] {
        let daemon = configuration.daemon
        let isForAll = daemon.readGroup.map(exists) ?? false
        var problems: [GroupProblem] = []
        if daemon.group != DaemonSettings().group {
            if !exists(daemon.group) {
                problems.append(GroupProblem(key: "group", name: daemon.group, cause: .missing))
            } else if !isForAll, !hasSocket(daemon.group) {
                problems.append(
                    GroupProblem(key: "group", name: daemon.group, cause: .notGivenSocket))
            }
        }
        if let readers = daemon.readGroup, !isForAll {
            problems.append(GroupProblem(key: "read_group", name: readers, cause: .missing))
        }
        return problems
    }
}
