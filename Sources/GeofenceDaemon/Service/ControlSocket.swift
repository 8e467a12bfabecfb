import ControlProtocol
import Settings
import SystemServices

extension Daemon {
    /// The socket that systemd opened for us, else a new one where the configuration says.
    nonisolated static func controlSocket(
        _ settings: DaemonSettings
    ) throws -> OwnedDescriptor {
        if let inherited = ServiceEnvironment.inheritedSockets.first {
            return OwnedDescriptor(owning: inherited)
        }
        let path = Surroundings(settings).controlSocket
        let group = Peer.groupID(named: settings.group) == nil ? nil : settings.group
        // Only root and members may give a file to the group; others keep it to themselves.
        let isAllowed = Peer.ownUserID() == 0 || Peer.isMember(ofGroupNamed: settings.group)
        // Readers are of another group than the socket is.
        let hasReaders = settings.readGroup.flatMap(Peer.groupID) != nil
        return try ListeningSocket.open(
            path: path, group: isAllowed ? group : nil, isForAll: hasReaders)
    }

    /// Removes the socket's file, unless systemd keeps it for the next start.
    nonisolated func removeSocket(_ settings: DaemonSettings) {
        guard ServiceEnvironment.inheritedSockets.isEmpty else { return }
        ListeningSocket.remove(Surroundings(settings).controlSocket)
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
