internal import Composition
internal import Glibc
internal import SystemServices

/// Looks at the groups of this machine.
enum Group {
    /// Why a group of that name cannot be given rights; nil for one that can.
    static func lack(_ name: String) -> GroupProblem.Cause? {
        switch Peer.lookUp(groupNamed: name) {
        case .known: nil
        case .missing: .missing
        case .overflow: .overflow
        }
    }

    /// The name of the group of a file, or its number where it has none; nil when the file is not
    /// accessible.
    static func owning(_ path: String) -> String? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Peer.groupName(status.st_gid) : nil
    }
}
