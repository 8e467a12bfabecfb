import Glibc

/// Switches to the owner of a directory.
public enum FileOwner {
    /// Switches from root to the owner of a directory, so that files created in it belong to that
    /// owner. Does nothing when the process is not root or root owns the directory.
    public static func assume(ofDirectory path: String) throws(SystemError) {
        guard geteuid() == 0 else { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw SystemError("read the owner of \(path)", code: errno)
        }
        guard status.st_uid != 0 else { return }
        guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0,
            setuid(status.st_uid) == 0
        else { throw SystemError("become the owner of \(path)", code: errno) }
    }
}
