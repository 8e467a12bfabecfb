import Glibc

/// Reads and writes small files as a whole.
public enum TextFile {
    /// Returns the bytes of a file.
    ///
    /// - Throws: `SystemError`; `EFBIG` for a file of more than `limit` bytes, `EISDIR` for a
    ///   directory, `SystemError.noFile` for a pipe, a socket or a device.
    public static func bytes(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try OwnedDescriptor(reading: path)
        var content: [UInt8] = []
        while true {
            let chunk = try file.read(upTo: 64 << 10, "read \(path)")
            if chunk.isEmpty { return content }
            content += chunk
            guard content.count <= limit else { throw SystemError("read \(path)", code: EFBIG) }
        }
    }

    /// Returns why a file limited to `limit` bytes (whole MiB) is unreadable: a predicate.
    public static func reason(_ code: Int32, limit: Int) -> String {
        code == EFBIG
            ? "is larger than \(limit / 1_048_576) MiB"
            : "cannot be read: \(SystemError.reason(code))"
    }

    /// Writes a file, replacing its content; readable by all users.
    public static func write(_ text: String, to path: String) throws(SystemError) {
        let raw = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard raw >= 0 else { throw SystemError("write \(path)", code: errno) }
        let file = OwnedDescriptor(owning: raw)
        var text = text
        let written = text.withUTF8 {
            unsafe Glibc.write(file.rawValue, $0.baseAddress, $0.count) == $0.count
        }
        guard written else { throw SystemError("write \(path)", code: errno) }
    }

    /// Returns the text of a file; nil when it cannot be read, is longer than `limit` bytes, or is
    /// not UTF-8.
    public static func read(_ path: String, limit: Int) -> String? {
        guard let content = try? bytes(path, limit: limit) else { return nil }
        return String(validating: content, as: UTF8.self)
    }
}

/// Reads a file sequentially.
public final class FileReader: Sendable {
    private let file: OwnedDescriptor

    /// Opens a file for reading. Throws `SystemError.noFile` for a pipe, a socket or a device.
    public init(_ path: String) throws(SystemError) {
        file = try OwnedDescriptor(reading: path)
    }

    /// Returns the next bytes, at most `count`; empty at the end.
    public func next(_ count: Int) throws(SystemError) -> [UInt8] {
        try file.read(upTo: count, "read a file")
    }
}

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
