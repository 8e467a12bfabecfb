import Settings

extension Composition {
    /// The groups of `[daemon]` whose members do not get the rights that they should have.
    ///
    /// The usual group comes with the package; a daemon that is only tried out does without.
    ///
    /// - Parameters:
    ///   - lack: why a group of that name cannot be given rights; nil for one that can.
    ///   - hasSocket: whether the control socket belongs to that group. With readers it is for
    ///     everybody, because they are of another group.
    public func groupProblems(
        lack: (_ name: String) -> GroupProblem.Cause?, hasSocket: (_ name: String) -> Bool
    ) -> [GroupProblem] {
        let daemon = configuration.daemon
        let readersLack = daemon.readGroup.flatMap(lack)
        let isForAll = daemon.readGroup != nil && readersLack == nil
        var problems: [GroupProblem] = []
        if daemon.group != DaemonSettings().group {
            if let cause = lack(daemon.group) {
                problems.append(GroupProblem(key: "group", name: daemon.group, cause: cause))
            } else if !isForAll, !hasSocket(daemon.group) {
                problems.append(
                    GroupProblem(key: "group", name: daemon.group, cause: .notGivenSocket))
            }
        }
        if let readers = daemon.readGroup, let readersLack {
            problems.append(GroupProblem(key: "read_group", name: readers, cause: readersLack))
        }
        return problems
    }
}
