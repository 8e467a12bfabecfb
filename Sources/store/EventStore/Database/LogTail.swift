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
