import CSQLite

/// The one connection to the database. Confined to the store's thread.
@safe final class Connection {
    /// The database file.
    let path: String
    let handle: OpaquePointer
    private var compiled: [String: Statement] = [:]
    private let log: UnsafeMutablePointer<Int32>

    /// Opens an existing file for reading and writing, or only for reading.
    init(path: String, isReadOnly: Bool = false) throws(SQLiteError) {
        var opened: OpaquePointer?
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // The exclusive lock needs write access, so a read-only connection goes without locks
        // (https://www.sqlite.org/vfs.html#standard_unix_vfses).
        let result = unsafe sqlite3_open_v2(path, &opened, flags, isReadOnly ? "unix-none" : nil)
        guard let opened = unsafe opened else {
            throw SQLiteError(code: result, systemError: 0, message: "out of memory")
        }
        guard result == SQLITE_OK else {
            let error = unsafe SQLiteError(
                code: result, systemError: sqlite3_system_errno(opened),
                message: String(cString: sqlite3_errmsg(opened)))
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        self.path = path
        unsafe handle = opened
        unsafe log = .allocate(capacity: 1)
        unsafe log.initialize(to: 0)
        // Replaces SQLite's own hook, which would checkpoint within a commit. The store checkpoints
        // after the commit was reported, so that a failed checkpoint is not mistaken for a failed
        // commit. `PRAGMA wal_autocheckpoint` would remove this hook.
        _ = unsafe sqlite3_wal_hook(
            opened,
            { log, _, _, frames in
                unsafe log?.storeBytes(of: frames, as: Int32.self)
                return SQLITE_OK
            }, log)
    }

    deinit {
        close()
        unsafe log.deallocate()
    }

    private var isOpen = true

    /// Closes the connection. Uncommitted data is dropped.
    func close() {
        guard isOpen else { return }
        isOpen = false
        compiled.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    /// Frames in the write-ahead log after the last commit.
    var logFrames: Int { Int(unsafe log.pointee) }

    /// Keeps the write-ahead log file when the connection closes, whatever its state: its blocks
    /// are the reserve for a full disk, and a missing log is taken as lost commits.
    func keepLogFile() throws(SQLiteError) {
        var on: Int32 = 1
        try check(unsafe sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &on))
    }

    /// Copies the write-ahead log into the database, so that the log starts over; returns whether
    /// all of it was copied.
    @discardableResult
    func checkpoint() throws(SQLiteError) -> Bool {
        var (logged, copied): (Int32, Int32) = (0, 0)
        try check(
            unsafe sqlite3_wal_checkpoint_v2(
                handle, nil, SQLITE_CHECKPOINT_PASSIVE, &logged, &copied))
        return logged == copied
    }

    /// Limits the bytes of a row that is read or written.
    func limitRows(to bytes: Int) {
        _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs a statement that returns no rows.
    func run(_ sql: String, _ values: SQLValue...) throws(SQLiteError) {
        try each(sql, values) { _ in false }
    }

    /// The number in the first column of the first row; nil for no row or null.
    func integer(_ sql: String, _ values: SQLValue...) throws(SQLiteError) -> Int64? {
        var found: Int64?
        try each(sql, values) { row in
            found = row.optionalInteger(0)
            return false
        }
        return found
    }

    /// The text in the first column of the first row; nil for no row or null.
    func text(_ sql: String, _ values: SQLValue...) throws(SQLiteError) -> String? {
        var found: String?
        try each(sql, values) { row in
            found = row.text(0)
            return false
        }
        return found
    }

    /// Runs a statement and calls `body` with each row until it returns false.
    func each(
        _ sql: String, _ values: [SQLValue] = [], _ body: (Statement) -> Bool
    ) throws(SQLiteError) {
        let statement = try compile(sql)
        defer { statement.reset() }
        try check(statement.bind(values))
        while true {
            let result = statement.step()
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else {
                var failure = error(result)
                // The store never writes a row of that size, so the file is damaged.
                if result == SQLITE_TOOBIG, statement.isReadOnly { failure.finding = .corrupt }
                throw failure
            }
            guard body(statement) else { return }
        }
    }

    private func compile(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = compiled[sql] { return statement }
        var prepared: OpaquePointer?
        try check(
            unsafe sqlite3_prepare_v3(
                handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared = unsafe prepared else {
            preconditionFailure("empty SQL statement: \(sql)")
        }
        let statement = unsafe Statement(prepared)
        compiled[sql] = statement
        return statement
    }

    private func check(_ result: Int32) throws(SQLiteError) {
        guard result == SQLITE_OK else { throw error(result) }
    }

    private func error(_ result: Int32) -> SQLiteError {
        let isSystemError = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(result & 0xff)
        return unsafe SQLiteError(
            code: result,
            systemError: isSystemError ? sqlite3_system_errno(handle) : failedRead_errno,
            message: String(cString: sqlite3_errmsg(handle)))
    }
}
