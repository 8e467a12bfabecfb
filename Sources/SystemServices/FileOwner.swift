import Glibc

/// The user that files belong to.
public enum FileOwner {
    /// Gives up the rights of root for those of the owner of a directory, so that files made in it belong
    /// to that owner. Does nothing for a process that is not root's, or a directory that is.
    public static func assume(ofDirectory path: String) throws(SystemError) {
        guard geteuid() == 0 else { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw SystemError("look at \(path)", code: errno)
        }
        guard status.st_uid != 0 else { return }
        guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0,
            setuid(status.st_uid) == 0
        else { throw SystemError("become the owner of \(path)", code: errno) }
    }
}
