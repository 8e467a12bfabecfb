import ControlProtocol
import Settings
import SystemServices
import Systemd

/// The control socket and its file.
enum ControlSocket {
    /// Returns the socket that systemd opened for the daemon, else opens one at the configured path.
    static func open(
        _ settings: DaemonSettings
    ) throws(ListeningSocket.Failure) -> OwnedDescriptor {
        if let inherited = ServiceEnvironment.inheritedSockets.first {
            return OwnedDescriptor(owning: inherited)
        }
        let path = RuntimePaths(settings).controlSocket
        let isKnown = Peer.groupID(named: settings.group) != nil
        let group = isKnown && isGiven(toGroupNamed: settings.group) ? settings.group : nil
        // The readers have another group than the socket, so all users may connect.
        let hasReaders = settings.readGroup.flatMap(Peer.groupID) != nil
        do throws(SystemError) {
            try Directory.make(RuntimePaths(settings).runtimeDirectory, mode: 0o755)
        } catch {
            throw .system(error)
        }
        return try ListeningSocket.open(path: path, group: group, isForAll: hasReaders)
    }

    /// Opens the socket for consumers. Its directory decides its group: a sandbox does not know other groups than
    /// the daemon's own, but a directory with the set-group-ID bit gives its files its group.
    static func openForConsumers(
        _ path: String
    ) throws(ListeningSocket.Failure) -> OwnedDescriptor {
        try ListeningSocket.open(path: path, group: nil)
    }

    /// Returns whether a group gets the socket: only root and members may give a file to a group; for
    /// other users it stays with their own group. A socket of systemd has the group of its unit.
    static func isGiven(toGroupNamed name: String) -> Bool {
        !ServiceEnvironment.inheritedSockets.isEmpty || Peer.ownUserID() == 0
            || Peer.isMember(ofGroupNamed: name)
    }

    /// Removes the files of the sockets, except one that systemd keeps for the next start.
    static func remove(_ settings: DaemonSettings) {
        let paths = RuntimePaths(settings)
        if let path = paths.consumeSocket { ListeningSocket.remove(path) }
        guard ServiceEnvironment.inheritedSockets.isEmpty else { return }
        ListeningSocket.remove(paths.controlSocket)
    }
}

extension AccessRules {
    /// Creates the rules of a configuration.
    init(_ settings: DaemonSettings) {
        operators = settings.group
        operatorsID = Peer.groupID(named: settings.group)
        readersID = settings.readGroup.flatMap(Peer.groupID)
        owner = Peer.ownUserID()
    }
}
