import ControlProtocol
import SystemServices

/// Who may do what on the control socket, by what the kernel says of the peer.
struct AccessRules {
    /// The name of the group that operates the daemon.
    var operators: String
    /// Its number; nil when the system has no such group.
    var operatorsID: UInt32?
    /// The number of the group that may only look.
    var readersID: UInt32?
    /// The user the daemon runs as, who may always operate it.
    var owner: UInt32

    /// What a peer may do; nil is nothing.
    func access(of peer: Peer) -> Hello.Access? {
        if peer.uid == 0 || peer.uid == owner { return .operate }
        if let operatorsID, peer.groups.contains(operatorsID) { return .operate }
        if let readersID, peer.groups.contains(readersID) { return .read }
        return nil
    }

    /// What a peer without rights is told.
    var refusal: Failure {
        Failure(
            .permissionDenied, "You may not use geofenced: you are not in the group \(operators).",
            hint: "Join it with: sudo usermod -aG \(operators) \"$USER\", then log in again.")
    }
}
