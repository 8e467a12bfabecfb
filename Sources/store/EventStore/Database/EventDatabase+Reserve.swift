extension EventDatabase {
    /// Bytes beyond the retention limit: one slice of deletions and of new events is written before
    /// the old pages are free again.
    static let spare = 1 << 20
    /// Bytes of one row of the reserve: SQLite allows values below 1,000,000,000 bytes, and the log
    /// may be larger (https://www.sqlite.org/limits.html#max_length).
    private static let reservedRow = 256 << 20

    /// The sizes of the rows that together reserve so many bytes.
    static func reservedRows(of bytes: Int) -> [Int] {
        stride(from: 0, to: bytes, by: reservedRow).map { min(bytes - $0, reservedRow) }
    }

    /// Grows database and write-ahead log to the largest size that they can reach with the present
    /// runtime fences, so that a disk filled by another program does not stop the log.
    ///
    /// Writes one transaction of the missing size and deletes it again: its pages stay with the
    /// file as free pages, and the write-ahead log keeps its length. For a new database that is the
    /// whole log.
    func reserve() throws(SQLiteError) {
        let logged = limits.bytes + Self.spare
        // Rounded up, so that not every further fence grows the reserve.
        let kept = logged + (try fenceBytes() + Self.spare - 1) / Self.spare * Self.spare
        let log = connection.path + "-wal"
        let pages = try connection.integer("PRAGMA page_count") ?? 0
        let missing = (
            pages: max(0, kept - Int(pages) * Self.pageSize),
            log: max(0, logged - Int(DatabaseFile.size(log) ?? 0))
        )
        try connection.run("DROP TABLE IF EXISTS reserve")
        guard missing.pages + missing.log > 0 else { return }
        try DatabaseFile.requireFree(missing.pages + missing.log, at: connection.path)
        if missing.pages > 0 { try reservePages(kept - usedBytes()) }
        try DatabaseFile.lengthen(log, to: logged)
    }

    private func reservePages(_ bytes: Int) throws(SQLiteError) {
        connection.limitRows(to: 2 * Self.reservedRow)
        defer { connection.limitRows(to: StoreLimits.rowBytes) }
        try commit { () throws(SQLiteError) in
            try connection.run("CREATE TABLE reserve (zeros)")
            for zeros in Self.reservedRows(of: bytes) {
                try connection.run(
                    "INSERT INTO reserve VALUES (zeroblob(?))", .integer(Int64(zeros)))
            }
        }
        try connection.run("DROP TABLE reserve")
        try connection.checkpoint()
    }
}

extension EventDatabase {
    /// What the previous run recorded about itself; empty for a new database.
    struct PreviousRun {
        /// Whether it shut down cleanly.
        var wasClean = true
        /// The boot ID of the machine during that run.
        var bootID: String?
        /// When it shut down, nanoseconds since 1970.
        var stopped_ns: Int64?
        /// The generation number of its file; nil where the file system has none.
        var generation: Int64?

        /// Nothing recorded.
        init() {}

        /// What is recorded in that database.
        init(_ connection: Connection) throws(SQLiteError) {
            wasClean = try connection.meta("clean") == 1
            bootID = try connection.metaText("boot")
            stopped_ns = try connection.meta("stopped_ns")
            generation = try connection.meta("generation")
        }

        /// Whether its file had another generation number.
        func wroteAnotherFile(than generation: Int64?) -> Bool {
            guard let before = self.generation, let generation else { return false }
            return before != generation
        }
    }
}
