import CSQLite
import Glibc

/// Replaces the header of the write-ahead log after a clean shutdown and records the last event of
/// the database.
///
/// The log file is kept for its length. With its header in place SQLite would apply it to any
/// database beside it, also to an older copy that was restored, and mix both. SQLite takes a log
/// without its magic number for an empty one, and starts a new log with the first commit
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). The recorded event also shows
/// that a copy was restored.
///
/// A nonce in a table and a checkpoint do not replace the seal. A copy contains its own nonce, so
/// the newest must be stored outside the database as well, as it is here. A passive or restarting
/// checkpoint leaves the header in place: an older copy of events 1 to 100 then read as events 60
/// to 400. A truncating one gives the reserve back, and each start would have to write it again
/// (33 MiB). A nonce in every commit, which would also detect a copy that was restored after a
/// kill, adds a page to the log (13 KiB become 17) and the sync of a second file (7 ms become 20).
enum LogSeal {
    /// With the two numbers that follow it as long as the header.
    private static let mark = Array("geofenced sealed".utf8)
    private static let byteCount = 32

    /// Seals the write-ahead log of a database that ends at `end` and contains the whole log, and
    /// makes the seal durable.
    ///
    /// A power cut meanwhile leaves the old header, the seal or a header with a wrong checksum;
    /// each of them is valid beside this database, which the checkpoint before has made durable.
    static func write(_ end: LogCursor, beside database: String) throws(SQLiteError) {
        let descriptor = unsafe open(database + "-wal", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(of: "open") }
        defer { close(descriptor) }
        guard unsafe pwrite(descriptor, bytes(of: end), byteCount, 0) == byteCount else {
            throw failure(of: "pwrite")
        }
        guard fdatasync(descriptor) == 0 else { throw failure(of: "fdatasync") }
    }

    /// Whether the write-ahead log was sealed beside a database with another last event; false for
    /// a log without a seal.
    static func contradicts(
        _ end: LogCursor, beside database: String
    ) throws(SQLiteError) -> Bool {
        guard let log = try LogFile(beside: database),
            let found = try log.read(byteCount, at: 0)
        else { return false }
        return found.starts(with: mark) && found != bytes(of: end)
    }

    private static func bytes(of end: LogCursor) -> [UInt8] {
        let numbers = [end.epoch.bits, UInt64(bitPattern: end.seq)]
        return mark + numbers.flatMap { number in (0..<8).map { UInt8(number >> (8 * $0) & 255) } }
    }

    private static func failure(of call: String) -> SQLiteError {
        SQLiteError(
            code: SQLITE_IOERR, systemError: errno,
            message: "the write-ahead log could not be sealed by \(call)")
    }
}
