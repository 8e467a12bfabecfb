import Glibc

/// Identifies the file at a path and its state: the identity changes whenever the file is replaced,
/// written, renamed or given another owner.
public struct FileIdentity: Hashable, Sendable {
    /// Inode, size in bytes, and the times of the last change of content and of status in
    /// nanoseconds since 1970. Without the device number, which changes at boot.
    public let attributes: [Int64]
    private let device: dev_t

    /// Reads the identity of the file at a path.
    public init(_ path: String) throws(SystemError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw SystemError("read \(path)", code: errno)
        }
        self.init(status)
    }

    init(_ status: stat) {
        device = status.st_dev
        attributes = [
            Int64(bitPattern: UInt64(status.st_ino)),
            Int64(status.st_size), Self.nanoseconds(status.st_mtim),
            Self.nanoseconds(status.st_ctim),
        ]
    }

    /// Whether both are the same file, even if its content changed in between.
    public func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && attributes[0] == other.attributes[0]
    }

    /// The size of the file in bytes.
    public var size: Int64 { attributes[1] }

    /// The time of the last change of content or status, in nanoseconds since 1970.
    public var changedAt_ns: Int64 { max(attributes[2], attributes[3]) }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
