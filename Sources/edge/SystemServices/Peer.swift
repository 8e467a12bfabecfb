import Glibc

/// The process at the other end of a Unix socket, as reported by the kernel.
public struct Peer: Hashable, Sendable {
    /// The user; one of `overflowIDs` where this user namespace does not know it.
    public var uid: UInt32
    /// The process that connected the socket.
    public var process: Process
    /// The primary group and every supplementary group.
    public var groups: Set<UInt32>

    /// Identifies a process.
    public struct Process: Hashable, Sendable {
        /// The process id; 0 where this process namespace does not know it.
        public var pid: Int32
        /// The inode of the process's pidfd, unique while the machine runs, also across namespaces
        /// (Linux 6.9); with older kernels 0 or the same for all processes.
        public var inode: UInt64

        /// Creates the identity of a process.
        public init(pid: Int32, inode: UInt64 = 0) {
            self.pid = pid
            self.inode = inode
        }
    }

    /// Creates a peer with those credentials.
    public init(uid: UInt32, process: Process, groups: Set<UInt32>) {
        self.uid = uid
        self.process = process
        self.groups = groups
    }

    /// Reads the peer of a connected Unix socket (`SO_PEERCRED`, `SO_PEERGROUPS`); nil when it has
    /// disconnected or the socket has no peer.
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
            // The kernel has reported the size that it needs.
            groups = [gid_t](repeating: 0, count: Int(bytes) / MemoryLayout<gid_t>.stride)
            outcome = unsafe getsockopt(
                descriptor, SOL_SOCKET, Self.peerGroupsOption, &groups, &bytes)
        }
        let count = outcome == 0 ? Int(bytes) / MemoryLayout<gid_t>.stride : 0
        self.init(
            uid: credentials[1],
            process: Process(
                pid: Int32(bitPattern: credentials[0]),
                inode: Self.processInode(ofSocket: descriptor)),
            groups: Set(groups[..<count]).union([credentials[2]]))
    }

    /// `SO_PEERGROUPS` of <asm-generic/socket.h>, Linux 4.13: the groups at the time of the
    /// connect, where `/proc` could show another process with the same pid.
    private static let peerGroupsOption: Int32 = 59
    /// `SO_PEERPIDFD` of <asm-generic/socket.h>, Linux 6.5.
    private static let peerProcessOption: Int32 = 77

    /// The ids that stand for all users and groups unknown to this user namespace: the kernel's
    /// default, and the configured ones where they can be read. Debian calls the first
    /// group `nogroup`.
    public static let overflowIDs: Set<UInt32> = Set(
        [65534]
            + ["uid", "gid"].compactMap { kind in
                TextFile.read("/proc/sys/kernel/overflow\(kind)", limit: 64)
                    .flatMap { UInt32($0.prefix { $0.isNumber }) }
            })

    /// The first size of the buffer; the kernel reports when it is too small.
    private static let groupsExpected = 64

    /// Returns the inode of the pidfd of the peer; 0 where the kernel has none.
    private static func processInode(ofSocket descriptor: Int32) -> UInt64 {
        var raw: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard
            unsafe getsockopt(descriptor, SOL_SOCKET, Self.peerProcessOption, &raw, &size) == 0,
            raw >= 0
        else { return 0 }
        let process = OwnedDescriptor(owning: raw)
        var status = stat()
        return unsafe fstat(process.rawValue, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    /// The result of looking up a group by name.
    public enum GroupLookup: Hashable, Sendable {
        /// The group exists and has this number.
        case known(UInt32)
        /// There is no group of that name.
        case missing
        /// Its number also stands for all groups unknown to a user namespace.
        case overflow
    }

    /// Looks up a group by name.
    public static func lookUp(groupNamed name: String) -> GroupLookup {
        guard let gid = unsafe getgrnam(name)?.pointee.gr_gid else { return .missing }
        return overflowIDs.contains(gid) ? .overflow : .known(gid)
    }

    /// Returns the number of a group; nil when no group has that name or its number is ambiguous.
    public static func groupID(named name: String) -> UInt32? {
        if case .known(let gid) = lookUp(groupNamed: name) { gid } else { nil }
    }

    /// Returns the user that this process runs as.
    public static func ownUserID() -> UInt32 { geteuid() }

    /// Returns the name of a group, or its number in digits.
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
