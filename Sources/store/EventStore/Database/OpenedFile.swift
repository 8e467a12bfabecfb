import Glibc
import SystemServices

/// A file that was opened: it may be removed or replaced from outside, and what is written to it
/// after that is lost when the process ends.
struct OpenedFile {
    private let path: String
    private let identity: FileIdentity

    /// The file that is at the path now; nil where there is none.
    init?(_ path: String) {
        guard let identity = try? FileIdentity(path) else { return nil }
        (self.path, self.identity) = (path, identity)
    }

    /// Whether there is no file at the path now.
    var isMissing: Bool { OpenedFile(path) == nil }

    /// Whether the same file is still at the path. An I/O error does not count as a removal.
    var isInPlace: Bool {
        do {
            return try FileIdentity(path).isSameFile(as: identity)
        } catch {
            return ![ENOENT, ENOTDIR].contains(error.code)
        }
    }
}
