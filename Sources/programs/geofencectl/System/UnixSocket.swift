internal import Glibc
internal import SystemServices

/// Connects to a Unix socket.
enum UnixSocket {
    /// Returns a connected, non-blocking socket. Throws `ETIMEDOUT` when the queue stays full.
    static func connect(
        to path: String, _ deadline: Deadline
    ) throws(SystemError) -> OwnedDescriptor {
        let attempt = "connect to \(path)"
        guard let address = UnixAddress(path) else {
            throw SystemError(attempt, code: ENAMETOOLONG)
        }
        let descriptor = try OwnedDescriptor.unixStream()
        while true {
            let result = unsafe address.withPointer {
                unsafe Glibc.connect(descriptor.rawValue, $0, $1)
            }
            if result == 0 { return descriptor }
            let reason = errno
            switch reason {
            case EINTR: continue
            case EAGAIN:
                // The queue of the listener is full; the kernel has no event for that.
                if deadline.isOver { throw SystemError(attempt, code: ETIMEDOUT) }
                usleep(retry_us)
            default: throw SystemError(attempt, code: reason)
            }
        }
    }

    /// Microseconds between two tries while the listener's queue is full.
    private static let retry_us: UInt32 = 20_000
}
