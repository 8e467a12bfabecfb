import Glibc

extension DatabaseFile {
    /// Rewrites every byte of the database and its write-ahead log in place and makes them durable.
    /// No connection may be open.
    ///
    /// After a failed sync Linux marks the pages clean although they are not on the disk; a second
    /// sync then succeeds without having written them (PostgreSQL's "fsyncgate", 2018). Only
    /// rewriting the pages makes the next sync reliable.
    static func rewrite(_ path: String) throws(DatabaseError) {
        for suffix in ["", "-wal"] {
            let descriptor = unsafe open(path + suffix, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else {
                if errno == ENOENT { continue }
                throw DatabaseError(systemError: errno, call: "open")
            }
            defer { close(descriptor) }
            try rewrite(descriptor)
            guard fdatasync(descriptor) == 0 else {
                throw DatabaseError(systemError: errno, call: "fdatasync")
            }
        }
    }

    private static func rewrite(_ descriptor: Int32) throws(DatabaseError) {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var offset = 0
        while true {
            let count = unsafe block.withUnsafeMutableBytes { bytes in
                unsafe pread(descriptor, bytes.baseAddress, bytes.count, offset)
            }
            guard count >= 0 else { throw DatabaseError(systemError: errno, call: "pread") }
            guard count > 0 else { return }
            let written = unsafe block.withUnsafeBytes { bytes in
                unsafe pwrite(descriptor, bytes.baseAddress, count, offset)
            }
            guard written == count else {
                throw DatabaseError(systemError: written < 0 ? errno : EIO, call: "pwrite")
            }
            offset += count
        }
    }
}
