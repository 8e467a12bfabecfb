import Glibc

/// Identifies the file at a path and its state: it changes whenever the file is replaced, written,
/// renamed or given another owner.
public struct FileIdentity: Hashable, Sendable {
    /// The words that tell it: inode, size in bytes, and in nanoseconds since 1970 when its content
    /// and when anything about it last changed. Not the device, which is numbered anew at a boot.
    public let words: [Int64]

    /// The identity of the file at a path.
    public init(_ path: String) throws(SystemError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw SystemError("read \(path)", code: errno)
        }
        self.init(status)
    }

    init(_ status: stat) {
        words = [
            Int64(bitPattern: UInt64(status.st_ino)),
            Int64(status.st_size), Self.nanoseconds(status.st_mtim),
            Self.nanoseconds(status.st_ctim),
        ]
    }

    /// Bytes of the file.
    public var size: Int64 { words[1] }

    /// Nanoseconds since 1970 at which anything about it last changed.
    public var changedAt_ns: Int64 { max(words[2], words[3]) }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
