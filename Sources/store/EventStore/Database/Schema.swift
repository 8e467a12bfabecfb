/// The tables of the database, and the migration of older versions.
enum Schema {
    /// Identifies files of this program: "GEOF" in ASCII, as `PRAGMA application_id`.
    static let applicationID: Int64 = 0x4745_4F46

    /// One migration per version, in order; the version is `PRAGMA user_version`.
    ///
    /// Never edit a migration that has shipped. `event` has no further index: an index costs a page
    /// of flash per event and would save a reader a few milliseconds.
    static let steps: [[String]] = [
        [
            "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
            """
            CREATE TABLE event (
                seq INTEGER PRIMARY KEY, type TEXT NOT NULL, monitor TEXT, fence TEXT, visit TEXT,
                time_ns INTEGER, boot_ns INTEGER NOT NULL, committed_ns INTEGER NOT NULL,
                payload BLOB NOT NULL)
            """,
            """
            CREATE TABLE fence_state (
                monitor TEXT NOT NULL, fence TEXT NOT NULL, record BLOB NOT NULL,
                PRIMARY KEY (monitor, fence)) WITHOUT ROWID
            """,
            """
            CREATE TABLE runtime_fence (
                fence_set TEXT NOT NULL, fence TEXT NOT NULL, geojson TEXT,
                revision INTEGER NOT NULL, PRIMARY KEY (fence_set, fence))
            """,
        ]
    ]

    /// A named object of a database.
    struct Object: Hashable {
        /// `table`, `index`, `view` or `trigger`.
        var type: String
        var name: String
        /// The statement that created it; nil for the index of a key.
        var sql: String?
    }

    /// The objects of a database of that version, found by creating one in memory.
    static func objects(of version: Int64) throws(SQLiteError) -> Set<Object> {
        let connection = try Connection(path: ":memory:")
        defer { connection.close() }
        for step in steps.prefix(Int(version)) {
            for sql in step { try connection.run(sql) }
        }
        return try connection.objects()
    }

    /// Holds the pages of the reserve while it is made; remains when that is interrupted.
    static let reserve = Object(
        type: "table", name: "reserve", sql: "CREATE TABLE reserve (zeros)")

    /// The version this program writes.
    static var version: Int64 { Int64(steps.count) }

    /// Runs the remaining migrations within the caller's transaction.
    static func migrate(_ connection: Connection, from version: Int64) throws(SQLiteError) {
        for step in steps.dropFirst(Int(version)) {
            for sql in step { try connection.run(sql) }
        }
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run("PRAGMA user_version = \(steps.count)")
    }
}
