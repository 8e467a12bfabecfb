import CSpawn
import Glibc

/// A process group for programs that must not outlive this process, however it ends.
///
/// A small process leads the group. It waits for the end of this process, which closes a pipe, and then ends the
/// group: SIGTERM, and SIGKILL after `Guard.grace_s`.
public struct GuardedGroup: ~Copyable {
    /// The id of the group.
    public let id: Int32
    private let lease: OwnedDescriptor

    /// Seconds from SIGTERM to SIGKILL for the programs of a process that has ended.
    public static let grace_s = 0.2

    /// Creates a group without programs. The process must have only one thread.
    public init() throws(SystemError) {
        let pipe = try Pipe()
        let guardian = start_group_guard(pipe.readEnd.rawValue, Int(Self.grace_s * 1000))
        guard guardian > 0 else { throw SystemError("start a process", code: errno) }
        id = guardian
        lease = pipe.writeEnd
    }

    /// Requests the programs of the group to end; the group remains.
    public borrowing func terminate() { _ = kill(-id, SIGTERM) }

    /// Ends the group and its programs at once.
    public consuming func end() {
        _ = kill(-id, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
}
