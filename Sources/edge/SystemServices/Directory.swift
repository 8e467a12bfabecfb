import CMapping
import Glibc

/// Reads directories and symbolic links.
public enum Directory {
    /// Returns the bytes that this process may still write below a path; nil where it does not exist.
    public static func freeBytes(_ path: String) -> Int64? {
        var space = statvfs()
        guard unsafe statvfs(path, &space) == 0 else { return nil }
        return Int64(space.f_bavail) * Int64(space.f_frsize)
    }

    /// Whether a path is on a file system in memory, which is empty after a restart of the machine.
    public static func isInMemory(_ path: String) -> Bool { unsafe is_in_memory(path) }

    /// Returns the sorted names in a directory, without `.` and `..`; empty when it cannot be read.
    public static func names(_ path: String) -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: nameMaximum) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether something is at a path.
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Creates a directory unless the path exists; its parent must exist.
    ///
    /// - Parameter mode: the permissions, reduced by the process's umask.
    public static func make(_ path: String, mode: UInt32) throws(SystemError) {
        var status = Glibc.stat()
        // A read-only file system also refuses a directory that exists.
        guard unsafe stat(path, &status) != 0 else { return }
        guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else {
            throw SystemError("create the directory \(path)", code: errno)
        }
    }

    /// Returns the disk space of all files in a directory and below it, in bytes; nil when the path
    /// cannot be read.
    public static func usedBytes(_ path: String) -> Int64? {
        var status = Glibc.stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return Int64(status.st_blocks) * blockBytes
        }
        return names(path).reduce(0) { $0 + (usedBytes("\(path)/\($1)") ?? 0) }
    }

    /// Returns the target of a chain of symbolic links; nil when it does not exist.
    public static func resolve(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// The path of the working directory; `/` when the directory was removed.
    public static var current: String {
        guard let text = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// The unit of `st_blocks` in bytes.
    private static let blockBytes: Int64 = 512
    /// The size of `d_name` in bytes.
    private static let nameMaximum = 256
}

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

/// Watches directories for new names (inotify).
///
/// The unit's private network hides udev's messages, so the directory itself is watched.
public enum DirectoryWatch {
    /// Opens a descriptor that becomes readable when a name appears, or its attributes change, in
    /// one of the directories; nil when none of them can be watched.
    ///
    /// The data names the new entries; a reader that scans the directories anyway may discard it.
    public static func open(_ directories: [String]) -> OwnedDescriptor? {
        let raw = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard raw >= 0 else { return nil }
        let watch = OwnedDescriptor(owning: raw)
        // Attributes too: udev creates the node first and grants access to its group afterwards.
        let kinds = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR)
        var watched = 0
        for directory in directories
        where unsafe inotify_add_watch(watch.rawValue, directory, kinds) >= 0 {
            watched += 1
        }
        guard watched > 0 else { return nil }
        return watch
    }
}
