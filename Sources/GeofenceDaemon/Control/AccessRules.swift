import ControlProtocol
import SystemServices

/// What each peer may do on the control socket, by the user and groups that the kernel gives for it.
///
/// A number that stands for all users or groups that a user namespace does not know gives no rights.
struct AccessRules {
    /// The name of the group that operates the daemon.
    var operators: String
    /// Its number; nil when the system has no such group.
    var operatorsID: UInt32?
    /// The number of the group that may only read.
    var readersID: UInt32?
    /// The user of the daemon, which may always operate it.
    var owner: UInt32

    /// The rank of a peer; nil for one without rights.
    func rank(of peer: Peer) -> ClientLimits.Rank? {
        let groups = peer.groups.subtracting(Peer.overflowIDs)
        if peer.uid == owner, !Peer.overflowIDs.contains(owner) { return .owner }
        if peer.uid == 0 { return .root }
        if let operatorsID, groups.contains(operatorsID) { return .operator }
        if let readersID, groups.contains(readersID) { return .reader }
        return nil
    }

    /// The refusal of a peer without rights.
    var refusal: Failure {
        Failure(
            .permissionDenied, "You may not use geofenced: you are not in the group \(operators).",
            hint: "Join it with: sudo usermod -aG \(operators) \"$USER\", then log in again.")
    }
}

extension ClientLimits.Rank {
    /// What clients of that rank may do.
    var access: Hello.Access {
        switch self {
        case .reader: .read
        case .operator, .root, .owner: .operate
        }
    }
}
