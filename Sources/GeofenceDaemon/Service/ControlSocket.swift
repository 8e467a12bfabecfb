import ControlProtocol
import Settings
import SystemServices

extension Daemon {
    /// The socket that systemd opened for us, else a new one where the configuration says.
    nonisolated static func controlSocket(
        _ settings: DaemonSettings
    ) throws(ListeningSocket.Failure) -> OwnedDescriptor {
        if let inherited = ServiceEnvironment.inheritedSockets.first {
            return OwnedDescriptor(owning: inherited)
        }
        let path = Surroundings(settings).controlSocket
        let isKnown = Peer.groupID(named: settings.group) != nil
        let group = isKnown && givesSocket(toGroupNamed: settings.group) ? settings.group : nil
        // Readers are of another group than the socket is.
        let hasReaders = settings.readGroup.flatMap(Peer.groupID) != nil
        do throws(SystemError) {
            try Directory.make(Surroundings(settings).runtimeDirectory, mode: 0o755)
        } catch {
            throw .system(error)
        }
        return try ListeningSocket.open(path: path, group: group, isForAll: hasReaders)
    }

    /// Whether a group gets the socket. Only root and members may give a file to their group;
    /// others keep it to themselves. What systemd opened has the group that its unit says.
    nonisolated static func givesSocket(toGroupNamed name: String) -> Bool {
        !ServiceEnvironment.inheritedSockets.isEmpty || Peer.ownUserID() == 0
            || Peer.isMember(ofGroupNamed: name)
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
