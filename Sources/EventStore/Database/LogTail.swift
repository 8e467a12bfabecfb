/// What shows that the write-ahead log of a run that was not ended in order has lost commits.
///
/// SQLite takes a log up to the first frame whose checksum is wrong, and what lies behind for what a
/// power cut left (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). That is right of the
/// newest commit alone: every other one was durable before anything was written behind it. So a
/// damaged byte, or a log that is gone, would silently take back events that were told.
struct LogTail {
    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    private let log: LogFile
    private let header: [UInt8]
    private let isBigEndian: Bool

    /// Whether the log beside a database whose run has not ended in order lacks a commit that was
    /// durable: it is gone, does not begin as a log, or holds a whole commit that SQLite does not
    /// take, with another one begun behind it.
    static func isLost(beside database: String) throws(SQLiteError) -> Bool {
        guard let log = try LogFile(beside: database), let tail = try LogTail(log) else {
            return true
        }
        return try tail.hasCommitBehindBreak()
    }

    /// The log in that file; nil where it does not begin as one.
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

    /// Each frame's checksum goes on from that of the frame before. Behind a whole commit only the
    /// frame that was written when the commit was durable goes on from it: what a power cut left of
    /// the newest one ends with it, and what was there before goes on from something else.
    private func hasCommitBehindBreak() throws(SQLiteError) -> Bool {
        var hasBreak = false
        var isAfterCommit = false
        var last: LogChecksum? = LogChecksum(header[24...])
        var (number, strangers) = (0, 0)
        // A log is begun anew long before it has so many frames in a row of another time.
        while strangers < StoreLimits.checkpointFrames, let frame = try frame(number) {
            let goesOn = last.map { follows(frame, $0) } ?? false
            if hasBreak, isAfterCommit, goesOn { return true }
            if !goesOn { hasBreak = true }
            isAfterCommit = goesOn && frame[4..<8].contains { $0 != 0 }
            let isOurs = frame[8..<16] == header[16..<24]
            last = isOurs ? LogChecksum(frame[16..<24]) : nil
            strangers = isOurs ? 0 : strangers + 1
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
        let length = Self.frameHeaderBytes + Ledger.pageSize
        return try log.read(length, at: Self.headerBytes + number * length)
    }
}
