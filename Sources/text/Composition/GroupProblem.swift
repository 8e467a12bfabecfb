public import Settings

/// A group of `[daemon]` whose members do not get their access rights.
public struct GroupProblem: Sendable, Hashable, CustomStringConvertible {
    /// The cause.
    public enum Cause: Sendable, Hashable {
        /// The group does not exist.
        case missing
        /// Its number stands for all groups unknown to a user namespace (`nogroup` on Debian).
        case overflow
        /// Members of the group cannot connect to the control socket.
        case notGivenSocket
    }

    /// The key, `group` or `read_group`.
    public var key: String
    /// The name of the group.
    public var name: String
    /// The cause.
    public var cause: Cause

    /// The problem and its effect, as the first part of a sentence.
    public var reason: String {
        let effect =
            key == "group"
            ? "only root and the daemon's own user can control the daemon"
            : "no user gets read access from it"
        return switch cause {
        case .missing: "[daemon] \(key): there is no group \(name), so \(effect)"
        case .overflow:
            "[daemon] \(key): the group \(name) stands for all groups unknown to a sandbox, "
                + "so \(effect)"
        case .notGivenSocket:
            "[daemon] \(key): the control socket does not belong to the group \(name), so \(effect)"
        }
    }

    /// The remedy, as the second part of a sentence.
    public var remedy: String {
        let remedy =
            switch cause {
            case .missing: "correct the name or create the group (groupadd --system \(name))"
            case .overflow: "name another group"
            case .notGivenSocket:
                "make the daemon's user a member (usermod -aG \(name) USER) or, where systemd opens "
                    + "the socket, set SocketGroup=\(name)"
            }
        return "\(remedy), then: systemctl restart geofenced"
    }

    /// `REASON; REMEDY`.
    public var description: String { "\(reason); \(remedy)" }
}

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
