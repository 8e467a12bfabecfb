import CSQLite
import Glibc

extension DatabaseFile {
    /// Writes zeros behind the end of a write-ahead log until it has that length, and makes them
    /// durable. A log that is long enough stays as it is.
    ///
    /// SQLite takes zeros for the end of what the log holds, and writes over them in place. So this
    /// is safe while the database is open.
    static func lengthen(_ log: String, to length: Int) throws(SQLiteError) {
        guard var end = size(log).map({ Int($0) }), end < length else { return }
        let descriptor = unsafe open(log, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(of: "open") }
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while end < length {
            let written = unsafe pwrite(descriptor, zeros, min(zeros.count, length - end), end)
            guard written > 0 else { throw failure(of: "pwrite") }
            end += written
        }
        guard fdatasync(descriptor) == 0 else { throw failure(of: "fdatasync") }
    }

    private static func failure(of call: String) -> SQLiteError {
        SQLiteError(
            code: SQLITE_IOERR, systemError: errno,
            message: "the write-ahead log could not be lengthened by \(call)")
    }
}
