import CSQLite
import Glibc

/// The groups of named values in the table `meta`.
enum MetaGroup: String {
    /// The status of a monitor.
    case status
    /// The set of fences that a monitor evaluates.
    case evaluatedFences = "judged"
    /// The last fix of a source.
    case fix
    /// Whether fences of a kind are evaluated.
    case kind
    /// The time up to which the history of a source was evaluated.
    case history
    /// The last event that a sink has processed.
    case delivery
    /// The record of a consumer.
    case consumer

    /// The prefix of the group's keys; no other key contains a colon.
    var prefix: String { rawValue + ":" }
}

/// Small values by key, all in one page, so that a commit that sets several writes one page.
extension Connection {
    /// The number stored under a key; nil when there is none.
    func meta(_ key: String) throws(SQLiteError) -> Int64? {
        try integer("SELECT value FROM meta WHERE key = ?", .text(key))
    }

    /// The text stored under a key; nil when there is none.
    func metaText(_ key: String) throws(SQLiteError) -> String? {
        try text("SELECT value FROM meta WHERE key = ?", .text(key))
    }

    /// Stores a value under a key.
    func setMeta(_ key: String, _ value: SQLValue) throws(SQLiteError) {
        try run(
            """
            INSERT INTO meta VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET value = ?2 WHERE value IS NOT ?2
            """, .text(key), value)
    }

    /// Stores a value under a name within a group.
    func setMeta(_ group: MetaGroup, _ name: String, _ value: SQLValue) throws(SQLiteError) {
        try setMeta(group.prefix + name, value)
    }

    /// Deletes a name from a group.
    func dropMeta(_ group: MetaGroup, _ name: String) throws(SQLiteError) {
        try run("DELETE FROM meta WHERE key = ?", .text(group.prefix + name))
    }

    /// Calls `body` with every name of a group; the value is column 1 of the row.
    func eachMeta(
        _ group: MetaGroup, _ body: (String, Statement) -> Void
    ) throws(SQLiteError) {
        let start = group.prefix.utf8.count + 1
        try each(
            "SELECT substr(key, ?1), value FROM meta WHERE substr(key, 1, ?1 - 1) = ?2",
            [.integer(Int64(start)), .text(group.prefix)]
        ) { row in
            body(row.text(0) ?? "", row)
            return true
        }
    }
}

extension Connection {
    /// The `errno` of the last read of the database or its write-ahead log that the system refused
    /// since they were opened; 0 for none.
    ///
    /// SQLite reports such a read as damage: `SQLITE_IOERR_CORRUPTFS` of its unix layer becomes
    /// `SQLITE_CORRUPT` in a statement, and a row of text in a check. Only the file object keeps
    /// the real cause.
    var failedRead_errno: Int32 {
        for pointer in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            _ = unsafe sqlite3_file_control(handle, nil, pointer, &file)
            guard let control = unsafe file?.pointee.pMethods?.pointee.xFileControl else {
                continue
            }
            var error: Int32 = 0
            _ = unsafe control(file, SQLITE_FCNTL_LAST_ERRNO, &error)
            // EIO, ENXIO and ERANGE become SQLITE_IOERR_CORRUPTFS; a check also reports ENOMEM as
            // damage.
            if [EIO, ENXIO, ERANGE, ENOMEM].contains(error) { return error }
        }
        return 0
    }
}

/// A value to bind to a statement.
enum SQLValue {
    /// No value.
    case null
    /// An integer.
    case integer(Int64)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The text, or null for nil.
    static func optional(_ text: String?) -> SQLValue {
        text.map(SQLValue.text) ?? .null
    }

    /// The number, or null for nil.
    static func optional(_ number: Int64?) -> SQLValue {
        number.map(SQLValue.integer) ?? .null
    }
}
