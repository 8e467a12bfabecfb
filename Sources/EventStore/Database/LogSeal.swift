import CSQLite
import Glibc

/// What stands in the place of the header of the write-ahead log after an orderly end.
///
/// The log is kept for its length, and with its header it would be applied to whatever database lies
/// beside it: to an older copy that was put back, too, which then were a mixture of both. SQLite
/// takes a log that does not begin with its own number for an empty one, and begins it anew with
/// the first commit (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
enum LogSeal {
    /// As long as the header.
    private static let bytes = [UInt8](repeating: 0, count: 32)

    /// Seals the write-ahead log of that database, which must hold nothing that the database lacks,
    /// and makes the seal durable.
    ///
    /// A power cut on the way leaves the old header, the seal or a header whose checksum is wrong:
    /// each is right beside this database.
    static func write(beside database: String) throws(SQLiteError) {
        let descriptor = unsafe open(database + "-wal", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(of: "open") }
        defer { close(descriptor) }
        guard unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw failure(of: "pwrite")
        }
        guard fdatasync(descriptor) == 0 else { throw failure(of: "fdatasync") }
    }

    private static func failure(of call: String) -> SQLiteError {
        SQLiteError(
            code: SQLITE_IOERR, systemError: errno,
            message: "the write-ahead log could not be sealed by \(call)")
    }
}
