import Glibc

/// Who is at the other end of a Unix socket, as the kernel vouches for it.
public struct Peer: Hashable, Sendable {
    /// The user; `overflowID` where our user namespace does not know it.
    public var uid: UInt32
    /// The process when it connected.
    public var pid: Int32
    /// The primary group and every supplementary group.
    public var groups: Set<UInt32>

    /// A peer with those rights.
    public init(uid: UInt32, pid: Int32, groups: Set<UInt32>) {
        self.uid = uid
        self.pid = pid
        self.groups = groups
    }

    /// The peer of a connected Unix socket (`SO_PEERCRED`, `SO_PEERGROUPS`), or nil when it is
    /// gone or the socket has none.
    public init?(ofSocket descriptor: Int32) {
        // `struct ucred`: process, user, group; 32 bits each.
        var credentials: [UInt32] = [0, 0, 0]
        var size = socklen_t(12)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
        else { return nil }
        var groups = [gid_t](repeating: 0, count: Self.groupsExpected)
        var bytes = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
        var outcome = unsafe getsockopt(
            descriptor, SOL_SOCKET, Self.peerGroupsOption, &groups, &bytes)
        if outcome != 0, errno == ERANGE {
            // The kernel has said how many bytes it needs.
            groups = [gid_t](repeating: 0, count: Int(bytes) / MemoryLayout<gid_t>.stride)
            outcome = unsafe getsockopt(
                descriptor, SOL_SOCKET, Self.peerGroupsOption, &groups, &bytes)
        }
        let count = outcome == 0 ? Int(bytes) / MemoryLayout<gid_t>.stride : 0
        self.init(
            uid: credentials[1], pid: Int32(bitPattern: credentials[0]),
            groups: Set(groups[..<count]).union([credentials[2]]))
    }

    /// `SO_PEERGROUPS` of <asm-generic/socket.h>, Linux 4.13; the groups the peer really had when
    /// it connected, where a look into `/proc` could meet another process under the same number.
    private static let peerGroupsOption: Int32 = 59
    /// What stands for all users and groups that our user namespace does not know: the kernel's own
    /// choice, which nobody changes.
    static let overflowID: UInt32 = 65534

    /// More groups than people have; the kernel tells when it was not enough.
    private static let groupsExpected = 64

    /// The number of a named group, or nil when there is no such group.
    public static func groupID(named name: String) -> UInt32? {
        unsafe getgrnam(name)?.pointee.gr_gid
    }

    /// The user this process runs as.
    public static func ownUserID() -> UInt32 { geteuid() }

    /// The name of a group, or its number in digits.
    public static func groupName(_ gid: UInt32) -> String {
        guard let entry = unsafe getgrgid(gid) else { return String(gid) }
        return unsafe String(cString: entry.pointee.gr_name)
    }
}

extension Peer {
    /// Whether this process belongs to a group.
    public static func isMember(ofGroupNamed name: String) -> Bool {
        guard let wanted = groupID(named: name) else { return false }
        if getegid() == wanted { return true }
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(max(0, count)))
        let got = unsafe getgroups(count, &groups)
        return groups.prefix(Int(max(0, got))).contains(wanted)
    }
}
