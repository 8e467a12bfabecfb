import Glibc

/// Identifies the file at a path: an open file may be removed or replaced from outside, and what
/// is written to it after that is lost when the process ends.
struct FileIdentity {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// The file that is at the path now; nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Whether there is no file at the path now.
    var isMissing: Bool { FileIdentity(path) == nil }

    /// Whether the same file is still at the path. An I/O error does not count as a removal.
    var isInPlace: Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return status.st_dev == device && status.st_ino == inode
    }
}
