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
