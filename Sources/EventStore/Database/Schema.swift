/// The tables of the database, and how older ones become the present ones.
enum Schema {
    /// Marks the file as ours: "GEOF" in ASCII, as `PRAGMA application_id`.
    static let applicationID: Int64 = 0x4745_4F46

    /// One step per version, in order; the version is `PRAGMA user_version`.
    ///
    /// A step is never edited once it has shipped. `event` has no further index: an index costs a
    /// page of flash per event and would spare a reader a few milliseconds.
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

    /// Something that a database holds under a name.
    struct Object: Hashable {
        /// `table`, `index`, `view` or `trigger`.
        var type: String
        var name: String
        /// The statement that made it; nil for the index of a key.
        var sql: String?
    }

    /// What a database of that version holds: found out by making one in memory.
    static func objects(of version: Int64) throws(SQLiteError) -> Set<Object> {
        let connection = try Connection(path: ":memory:")
        defer { connection.close() }
        for step in steps.prefix(Int(version)) {
            for sql in step { try connection.run(sql) }
        }
        return try connection.objects()
    }

    /// What holds the pages of the reserve for a moment, and stays when that is cut short.
    static let reserve = Object(
        type: "table", name: "reserve", sql: "CREATE TABLE reserve (zeros)")

    /// The version this program writes.
    static var version: Int64 { Int64(steps.count) }

    /// Takes the remaining steps, within the caller's transaction.
    static func migrate(_ connection: Connection, from version: Int64) throws(SQLiteError) {
        for step in steps.dropFirst(Int(version)) {
            for sql in step { try connection.run(sql) }
        }
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run("PRAGMA user_version = \(steps.count)")
    }
}
