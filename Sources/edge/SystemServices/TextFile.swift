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
