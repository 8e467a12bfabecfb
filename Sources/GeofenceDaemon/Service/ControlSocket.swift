import ControlProtocol
import Settings
import SystemServices
import Systemd

/// The control socket and its file.
enum ControlSocket {
    /// The socket that systemd opened for the daemon, else a new one at the path of the configuration.
    static func open(
        _ settings: DaemonSettings
    ) throws(ListeningSocket.Failure) -> OwnedDescriptor {
        if let inherited = ServiceEnvironment.inheritedSockets.first {
            return OwnedDescriptor(owning: inherited)
        }
        let path = RuntimePaths(settings).controlSocket
        let isKnown = Peer.groupID(named: settings.group) != nil
        let group = isKnown && isGiven(toGroupNamed: settings.group) ? settings.group : nil
        // Readers are of another group than the socket is.
        let hasReaders = settings.readGroup.flatMap(Peer.groupID) != nil
        do throws(SystemError) {
            try Directory.make(RuntimePaths(settings).runtimeDirectory, mode: 0o755)
        } catch {
            throw .system(error)
        }
        return try ListeningSocket.open(path: path, group: group, isForAll: hasReaders)
    }

    /// Whether a group gets the socket. Only root and members may give a file to their group; any other
    /// user keeps the socket to itself. A socket that systemd opened has the group of its unit.
    static func isGiven(toGroupNamed name: String) -> Bool {
        !ServiceEnvironment.inheritedSockets.isEmpty || Peer.ownUserID() == 0
            || Peer.isMember(ofGroupNamed: name)
    }

    /// Removes the socket's file, unless systemd keeps it for the next start.
    static func remove(_ settings: DaemonSettings) {
        guard ServiceEnvironment.inheritedSockets.isEmpty else { return }
        ListeningSocket.remove(RuntimePaths(settings).controlSocket)
    }
}

extension AccessRules {
    /// The rules of a configuration.
    init(_ settings: DaemonSettings) {
        operators = settings.group
        operatorsID = Peer.groupID(named: settings.group)
        readersID = settings.readGroup.flatMap(Peer.groupID)
        owner = Peer.ownUserID()
    }
}
