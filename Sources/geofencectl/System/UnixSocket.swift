internal import Glibc

/// Connects to a Unix socket.
enum UnixSocket {
    /// Bytes of a path that a socket address can hold, its final zero not counted.
    static let longestPath = 107

    /// A connected, non-blocking socket. Throws the errno; `ETIMEDOUT` when the daemon did not
    /// accept in time.
    static func connect(to path: String, _ deadline: Deadline) throws(SystemError) -> Descriptor {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count <= longestPath else { throw SystemError(ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
            unsafe field.copyBytes(from: path.utf8)
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_UNIX, type, 0)
        guard number >= 0 else { throw SystemError(errno) }
        let descriptor = Descriptor(number)
        while true {
            let result = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe Glibc.connect(
                        number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if result == 0 { return descriptor }
            let reason = errno
            switch reason {
            case EINTR: continue
            case EAGAIN:
                // The queue of the listener is full; the kernel has no event to wait for.
                if deadline.isOver { throw SystemError(ETIMEDOUT) }
                usleep(retry_us)
            default: throw SystemError(reason)
            }
        }
    }

    /// Microseconds between two tries while the listener's queue is full.
    private static let retry_us: UInt32 = 20_000
}
