import Glibc

/// The processes that a program has started, and that they have started in turn: those of its process
/// group, and those that left it (setsid(2)) but inherited its environment.
///
/// A process that leaves the group and clears its environment is not found.
public struct ProgramFamily: Hashable, Sendable {
    /// The process group of the program, which is its process id.
    public let group: Int32
    /// An entry of its environment, `NAME=VALUE`, that no other program has.
    public let mark: String

    /// The maximum bytes of the environment of a process: the kernel allows 2 MiB for it and the arguments.
    private static let environmentMaximum = 2 << 20

    /// Identifies a family.
    public init(group: Int32, mark: String) {
        self.group = group
        self.mark = mark
    }

    /// Returns the living processes of the family, without the program itself.
    public func members() -> [Int32] {
        let own = getpid()
        return Self.candidates().filter { $0 != own && $0 != group && isMember($0) }
    }

    /// Returns the processes of the control group of this process, which its programs cannot leave
    /// without privileges; all visible processes where the group cannot be read.
    private static func candidates() -> [Int32] {
        let path = TextFile.read("/proc/self/cgroup", limit: 4096)?.split(separator: "\n")
            .first { $0.hasPrefix("0::") }?.dropFirst(3)
        let list = path.flatMap {
            TextFile.read("/sys/fs/cgroup\($0)/cgroup.procs", limit: 1 << 20)
        }
        guard let list else { return Directory.names("/proc").compactMap { Int32($0) } }
        return list.split(separator: "\n").compactMap { Int32($0) }
    }

    private func isMember(_ pid: Int32) -> Bool {
        // State, parent, group; the name before them may contain any character.
        let fields = TextFile.read("/proc/\(pid)/stat", limit: 4096)?.split(separator: ")").last?
            .split(separator: " ")
        guard let fields, fields.count > 2, fields[0] != "Z" else { return false }
        if Int32(fields[2]) == group { return true }
        let environment = try? TextFile.bytes(
            "/proc/\(pid)/environ", limit: Self.environmentMaximum)
        return environment?.split(separator: 0).contains { $0.elementsEqual(mark.utf8) } ?? false
    }
}
