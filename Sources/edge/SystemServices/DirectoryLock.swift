import Glibc

/// Locks a directory for one process.
public enum DirectoryLock {
    /// The outcome of an attempt to lock a directory.
    public enum Outcome: ~Copyable, Sendable {
        /// Locked until the descriptor is closed or the process ends.
        case held(OwnedDescriptor)
        /// Another process holds the lock.
        case taken
        /// The directory cannot be opened, or its file system has no locks.
        case unavailable
    }

    /// Tries to lock a directory; does not wait.
    ///
    /// Locks the directory and not a file in it, so that this works on a full or read-only disk,
    /// and a process that ends in any way leaves no file behind.
    public static func take(_ path: String) -> Outcome {
        let raw = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard raw >= 0 else { return .unavailable }
        let directory = OwnedDescriptor(owning: raw)
        if flock(directory.rawValue, LOCK_EX | LOCK_NB) == 0 { return .held(directory) }
        return errno == EWOULDBLOCK ? .taken : .unavailable
    }
}
