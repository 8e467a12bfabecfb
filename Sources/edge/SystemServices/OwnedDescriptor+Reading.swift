import Glibc

extension OwnedDescriptor {
    /// Opens a regular file for reading. Refuses a directory with `EISDIR` and other files with
    /// `SystemError.noFile`: reading a pipe would wait for its writer.
    public init(reading path: String) throws(SystemError) {
        let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard raw >= 0 else { throw SystemError("read \(path)", code: errno) }
        let file = OwnedDescriptor(owning: raw)
        var status = stat()
        guard unsafe fstat(raw, &status) == 0 else {
            throw SystemError("read \(path)", code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = file
        case S_IFDIR: throw SystemError("read \(path)", code: EISDIR)
        default: throw SystemError("read \(path)", code: SystemError.noFile)
        }
    }

    /// Returns the available bytes, at most `limit`; empty at the end.
    ///
    /// - Parameter attempt: the attempted action that an error names, as an infinitive.
    public func read(
        upTo limit: Int, _ attempt: String = "read"
    ) throws(SystemError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
                count = unsafe Glibc.read(rawValue, buffer.baseAddress, limit)
                initialized = max(count, 0)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { throw SystemError(attempt, code: errno) }
        }
    }
}
