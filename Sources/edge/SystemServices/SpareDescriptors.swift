import Glibc

/// Checks the limits on open files.
public enum SpareDescriptors {
    /// Returns why `count` more files cannot be opened at once; nil when they can.
    public static func shortage(of count: Int) -> SystemError? {
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < count {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else {
                return SystemError("open \(count) more files", code: errno)
            }
            taken.append(descriptor)
        }
        return nil
    }
}
