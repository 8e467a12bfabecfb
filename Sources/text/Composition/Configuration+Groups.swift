public import Settings

extension Configuration {
    /// Returns the groups of `[daemon]` whose members do not get their access rights.
    ///
    /// A missing default group is no problem: the package creates it, and a daemon without the
    /// package works without it.
    ///
    /// - Parameters:
    ///   - lack: returns why a group cannot be given rights; nil for a group that can.
    ///   - hasSocket: whether the control socket belongs to the group. Not called with a valid read
    ///     group, because all users may then connect.
    public func groupProblems(
        lack: (_ name: String) -> GroupProblem.Cause?, hasSocket: (_ name: String) -> Bool
    ) -> [GroupProblem] {
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
