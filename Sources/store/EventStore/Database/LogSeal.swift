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

/// The checksum of SQLite's write-ahead log
/// (https://www.sqlite.org/fileformat2.html#checksum_algorithm).
struct LogChecksum: Equatable {
    private var first: UInt32
    private var second: UInt32

    /// The checksum of no bytes.
    static let zero = LogChecksum(first: 0, second: 0)

    private init(first: UInt32, second: UInt32) {
        self.first = first
        self.second = second
    }

    /// Reads a checksum from eight bytes, big-endian.
    init(_ bytes: ArraySlice<UInt8>) {
        first = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        second = bytes.dropFirst(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The checksum extended by further bytes, a multiple of eight.
    func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> LogChecksum {
        var sum = self
        unsafe bytes.withUnsafeBytes { bytes in
            for place in stride(from: 0, to: bytes.count, by: 8) {
                var words = (
                    unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
                    unsafe bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                )
                if isBigEndian {
                    words = (UInt32(bigEndian: words.0), UInt32(bigEndian: words.1))
                } else {
                    words = (UInt32(littleEndian: words.0), UInt32(littleEndian: words.1))
                }
                sum.first &+= words.0 &+ sum.second
                sum.second &+= words.1 &+ sum.first
            }
        }
        return sum
    }
}

/// Detects commits that are missing from the write-ahead log of a run that did not end cleanly.
///
/// SQLite reads a log up to the first frame with a wrong checksum and takes the rest for what a
/// power cut left (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). That is right only
/// for the newest commit: every other commit was durable before the next was written. So a damaged
/// byte or a removed log would silently take back reported events.
struct LogTail {
    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    private let log: LogFile
    private let header: [UInt8]
    private let isBigEndian: Bool

    /// Whether the log beside a database lacks a commit that was durable: the log is missing, has
    /// no valid header, or holds a complete commit that SQLite does not read, followed by another
    /// one.
    static func isLost(beside database: String) throws(SQLiteError) -> Bool {
        guard let log = try LogFile(beside: database), let tail = try LogTail(log) else {
            return true
        }
        return try tail.hasCommitAfterBreak()
    }

    /// Reads the header of that log; nil where it is not valid.
    private init?(_ log: LogFile) throws(SQLiteError) {
        guard let header = try log.read(Self.headerBytes, at: 0) else { return nil }
        self.log = log
        self.header = header
        isBigEndian = header[3] & 1 == 1
        let sum = LogChecksum.zero.adding(header[..<24], isBigEndian: isBigEndian)
        guard header.starts(with: [0x37, 0x7f, 0x06]), sum == LogChecksum(header[24...]) else {
            return nil
        }
    }

    /// Each frame's checksum continues that of the frame before. After a complete commit only a
    /// frame that was written when the commit was durable continues it: the newest commit, torn by
    /// a power cut, has no such frame, and frames of an earlier cycle continue a different
    /// checksum.
    private func hasCommitAfterBreak() throws(SQLiteError) -> Bool {
        var hasBreak = false
        var isAfterCommit = false
        var last: LogChecksum? = LogChecksum(header[24...])
        var (number, foreignFrames) = (0, 0)
        // SQLite restarts the log long before so many frames of an earlier cycle follow one
        // another.
        while foreignFrames < StoreLimits.checkpointFrames, let frame = try frame(number) {
            let goesOn = last.map { follows(frame, $0) } ?? false
            if hasBreak, isAfterCommit, goesOn { return true }
            if !goesOn { hasBreak = true }
            isAfterCommit = goesOn && frame[4..<8].contains { $0 != 0 }
            let isOurs = frame[8..<16] == header[16..<24]
            last = isOurs ? LogChecksum(frame[16..<24]) : nil
            foreignFrames = isOurs ? 0 : foreignFrames + 1
            number += 1
        }
        return false
    }

    private func follows(_ frame: [UInt8], _ last: LogChecksum) -> Bool {
        frame[8..<16] == header[16..<24]
            && last.adding(frame[..<8], isBigEndian: isBigEndian)
                .adding(frame[Self.frameHeaderBytes...], isBigEndian: isBigEndian)
                == LogChecksum(frame[16..<24])
    }

    private func frame(_ number: Int) throws(SQLiteError) -> [UInt8]? {
        let length = Self.frameHeaderBytes + EventDatabase.pageSize
        return try log.read(length, at: Self.headerBytes + number * length)
    }
}
