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

    /// The free pages to reserve, in bytes: 10,000 events of 400 bytes, and the spare. With the
    /// write-ahead log an empty device has 8 MB.
    static let ahead = 21 << 18
    /// The length to reserve for the write-ahead log of an empty database, in bytes: a checkpoint is
    /// made when half of it is used, and the other half holds the largest group of events.
    static let aheadInLog = 9 << 18

    /// The bytes of all pages, used and free.
    private func allBytes() throws(SQLiteError) -> Int {
        Int(try connection.integer("PRAGMA page_count") ?? 0) * Self.pageSize
    }

    /// The lengths that a disk filled by another program must not refuse: a part beyond what is used,
    /// at most the largest that the files can reach with the present runtime fences.
    private func wantedBytes() throws(SQLiteError) -> (pages: Int, log: Int) {
        let logged = limits.bytes + Self.spare
        // Rounded up, so that not every further fence grows the reserve.
        let kept = logged + (try fenceBytes() + Self.spare - 1) / Self.spare * Self.spare
        let used = try usedBytes()
        return (min(kept, used + Self.ahead), min(logged, Self.aheadInLog + used / 2))
    }

    /// Whether so little of the reserve is left that it is to be extended. Extending costs several
    /// times what it adds, so it is rare.
    func isReserveDue() throws(SQLiteError) -> Bool {
        let (wanted, all, used) = (try wantedBytes(), try allBytes(), try usedBytes())
        let log = Int(DatabaseFile.size(connection.path + "-wal") ?? 0)
        return wanted.log - log > Self.spare
            || wanted.pages > all && all - used < 2 * Self.spare
    }

    /// Whether the free pages hold the events of the next commits.
    func hasSpare() throws(SQLiteError) -> Bool { try allBytes() - usedBytes() >= Self.spare }

    /// Whether events must make room for new ones, because the disk is full. A database that never had
    /// a reserve waits for space instead.
    func mustMakeRoom() throws(SQLiteError) -> Bool {
        guard isConfined else { return false }
        let (all, used) = (try allBytes(), try usedBytes())
        let usedByEvents = used - (try fenceBytes())
        return all >= min(Self.ahead, limits.bytes) && all - used < Self.spare
            && usedByEvents > Self.spare
    }

    /// Frees the pages of a reserve whose making was interrupted.
    func dropReserve() throws(SQLiteError) {
        try connection.run("DROP TABLE IF EXISTS reserve")
    }

    /// Grows database and write-ahead log to the lengths to reserve.
    ///
    /// Writes one transaction as large as the free pages shall be and deletes it again: its pages stay
    /// with the file, and the write-ahead log is cut to the length that it keeps.
    func reserve() throws(SQLiteError) {
        let log = connection.path + "-wal"
        let wanted = try wantedBytes()
        let missing = (
            pages: max(0, wanted.pages - (try allBytes())),
            log: max(0, wanted.log - Int(DatabaseFile.size(log) ?? 0))
        )
        isConfined = true
        let transaction = missing.pages > 0 ? wanted.pages - (try usedBytes()) : 0
        try DatabaseFile.requireFree(
            missing.pages + max(missing.log, transaction), at: connection.path)
        if missing.pages > 0 { try reservePages(transaction, log: wanted.log) }
        try DatabaseFile.lengthen(log, to: wanted.log)
        isConfined = false
    }

    private func reservePages(_ bytes: Int, log: Int) throws(SQLiteError) {
        connection.limitRows(to: 2 * Self.reservedRow)
        defer { connection.limitRows(to: StoreLimits.rowBytes) }
        try commit { () throws(SQLiteError) in
            try connection.run("CREATE TABLE reserve (zeros)")
            for zeros in Self.reservedRows(of: bytes) {
                try connection.run(
                    "INSERT INTO reserve VALUES (zeroblob(?))", .integer(Int64(zeros)))
            }
        }
        try connection.checkpoint()
        // The next commit begins the log from the start and cuts it.
        try connection.run("PRAGMA journal_size_limit = \(log)")
        try connection.run("DROP TABLE reserve")
        try connection.run("PRAGMA journal_size_limit = -1")
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
