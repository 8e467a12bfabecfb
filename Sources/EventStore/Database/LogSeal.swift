import CSQLite
import Glibc

/// What stands in the place of the header of the write-ahead log after an orderly end: how far the
/// database reached.
///
/// The log is kept for its length, and with its header it would be applied to whatever database lies
/// beside it: to an older copy that was put back, too, which then were a mixture of both. SQLite
/// takes a log that does not begin with its own number for an empty one, and begins it anew with
/// the first commit (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). That such a copy
/// was put back shows by what the seal says.
enum LogSeal {
    /// With the two numbers that follow it as long as the header.
    private static let mark = Array("geofenced sealed".utf8)
    private static let byteCount = 32

    /// Seals the write-ahead log of a database that has come to `end` and lacks nothing that the log
    /// holds, and makes the seal durable.
    ///
    /// A power cut on the way leaves the old header, the seal or a header whose checksum is wrong:
    /// each is right beside this database.
    static func write(_ end: LogCursor, beside database: String) throws(SQLiteError) {
        let descriptor = unsafe open(database + "-wal", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(of: "open") }
        defer { close(descriptor) }
        guard unsafe pwrite(descriptor, bytes(of: end), byteCount, 0) == byteCount else {
            throw failure(of: "pwrite")
        }
        guard fdatasync(descriptor) == 0 else { throw failure(of: "fdatasync") }
    }

    /// Whether the write-ahead log was sealed beside a database that had come to another end. A log
    /// without a seal says nothing.
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
