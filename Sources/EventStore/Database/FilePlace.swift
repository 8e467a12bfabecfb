import Glibc

/// Which file lies at a path: somebody may remove an open file or put another one in its place, and
/// what is written to it then is gone with the process.
struct FilePlace {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// The file that lies there now; nil where none is found.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Whether nothing lies there.
    var isMissing: Bool { FilePlace(path) == nil }

    /// Whether it still lies there. A device that does not answer does not say no.
    var isHeld: Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return status.st_dev == device && status.st_ino == inode
    }
}
