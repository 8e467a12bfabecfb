import CSQLite
import Glibc

/// The write-ahead log beside a database, read without SQLite.
final class LogFile {
    private let descriptor: Int32

    /// Opens the log beside a database; nil where there is none.
    init?(beside database: String) throws(SQLiteError) {
        let opened = unsafe open(database + "-wal", O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure(of: "open")
        }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// Reads exactly so many bytes; nil where the file ends before. Throws when the device fails.
    func read(_ count: Int, at offset: Int) throws(SQLiteError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, bytes.baseAddress?.advanced(by: filled), count - filled,
                    offset + filled)
            }
            guard got >= 0 else { throw Self.failure(of: "pread") }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }

    private static func failure(of call: String) -> SQLiteError {
        SQLiteError(
            code: SQLITE_IOERR | (1 << 8), systemError: errno,
            message: "the write-ahead log could not be read by \(call)")
    }
}
