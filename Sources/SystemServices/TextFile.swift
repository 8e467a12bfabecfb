import Glibc

/// Files small enough to be read whole.
public enum TextFile {
    /// The bytes of a file.
    ///
    /// - Throws: `SystemError`; a file of more than `limit` bytes is `EFBIG`.
    public static func bytes(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard raw >= 0 else { throw SystemError("read \(path)", code: errno) }
        let file = OwnedDescriptor(owning: raw)
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe Glibc.read(file.rawValue, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read \(path)", code: errno) }
            if count == 0 { return content }
            content.append(contentsOf: chunk[..<count])
            guard content.count <= limit else { throw SystemError("read \(path)", code: EFBIG) }
        }
    }

    /// The text of a file, or nil when it cannot be read, is longer than `limit` bytes, or is not
    /// UTF-8.
    public static func read(_ path: String, limit: Int) -> String? {
        guard let content = try? bytes(path, limit: limit) else { return nil }
        return String(validating: content, as: UTF8.self)
    }
}
