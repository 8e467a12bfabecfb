public import Settings

extension Configuration {
    /// The groups of `[daemon]` whose members lack their rights.
    ///
    /// The package creates the default group; a daemon that runs without the package works without
    /// it.
    ///
    /// - Parameters:
    ///   - lack: why a group of that name cannot be given rights; nil for one that can.
    ///   - hasSocket: whether the control socket belongs to that group. With a read group all users
    ///     may connect, because its members are in another group.
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
