import ControlProtocol
import SystemServices

/// The rights of a peer on the control socket, by the user and groups that the kernel reports.
///
/// The overflow ids, which stand for all ids unknown to a user namespace, give no rights.
struct AccessRules {
    /// The name of the group that operates the daemon.
    var operators: String
    /// The number of that group; nil when the system has none or its number is ambiguous.
    var operatorsID: UInt32?
    /// The number of the group that may only read; nil when none is configured or usable.
    var readersID: UInt32?
    /// The user that the daemon runs as, which may always operate it.
    var owner: UInt32

    /// Returns the rank of a peer; nil for a peer without rights.
    func rank(of peer: Peer) -> ClientLimits.Rank? {
        let groups = peer.groups.subtracting(Peer.overflowIDs)
        if peer.uid == owner, !Peer.overflowIDs.contains(owner) { return .owner }
        if peer.uid == 0 { return .root }
        if let operatorsID, groups.contains(operatorsID) { return .operator }
        if let readersID, groups.contains(readersID) { return .reader }
        return nil
    }

    /// The failure that is sent to a peer without rights.
    var refusal: Failure {
        Failure(
            .permissionDenied, "You may not use geofenced: you are not in the group \(operators).",
            hint: "Join it with: sudo usermod -aG \(operators) \"$USER\", then log in again.")
    }
}

extension ClientLimits.Rank {
    /// The rights of the clients of this rank.
    var access: Hello.Access {
        switch self {
        case .reader: .read
        case .consumer: .consume
        case .operator, .root, .owner: .operate
        }
    }
}
