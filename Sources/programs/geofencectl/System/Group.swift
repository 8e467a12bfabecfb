internal import Composition
internal import Glibc
internal import SystemServices

/// Reads the groups of this machine.
enum Group {
    /// Returns why a group cannot be given permissions; nil for a usable group.
    static func lack(_ name: String) -> GroupProblem.Cause? {
        switch Peer.lookUp(groupNamed: name) {
        case .known: nil
        case .missing: .missing
        case .overflow: .overflow
        }
    }

    /// Returns the name of the group of a file, or its number where it has no name; nil when the
    /// file is not accessible.
    static func owning(_ path: String) -> String? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Peer.groupName(status.st_gid) : nil
    }
}
