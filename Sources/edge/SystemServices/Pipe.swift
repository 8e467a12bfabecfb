import Glibc

/// A pipe. Programs that this process starts do not inherit its ends.
@frozen
public struct Pipe: ~Copyable {
    /// The end from which data is read.
    public let readEnd: OwnedDescriptor
    /// The end to which data is written.
    public let writeEnd: OwnedDescriptor

    /// Creates a pipe.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError("create a pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = OwnedDescriptor(owning: ends[0])
        writeEnd = OwnedDescriptor(owning: ends[1])
    }
}
