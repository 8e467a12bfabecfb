import CSQLite
import Glibc

extension DatabaseFile {
    /// Appends zeros to a write-ahead log until it has that length in bytes, and makes them
    /// durable. Leaves a log that is long enough unchanged.
    ///
    /// Safe while the database is open: SQLite takes zeros for the end of the log and overwrites
    /// them in place.
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
