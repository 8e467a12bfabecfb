import CSQLite
import SystemServices

extension Connection {
    /// Locks the database for this process. No other process can then open it, there is no shared
    /// memory file, and the races between connections of older SQLite versions cannot occur.
    func lock() throws(SQLiteError) {
        limitRows(to: StoreLimits.rowBytes)
        try keepLogFile()
        try run("PRAGMA locking_mode = EXCLUSIVE")
        try run("PRAGMA trusted_schema = OFF")
        try run("PRAGMA cell_size_check = ON")
        try run("PRAGMA mmap_size = 0")
        try run("PRAGMA cache_size = -512")
        try run("PRAGMA temp_store = MEMORY")
        try run("PRAGMA foreign_keys = ON")
    }

    /// The version of this program's schema in the file; 0 for an empty file.
    ///
    /// Only reads: nothing may be written before the file is known to belong to this program.
    func knownVersion() throws(SQLiteError) -> Int64 {
        let application = try integer("PRAGMA application_id") ?? 0
        let version = try integer("PRAGMA user_version") ?? 0
        let tables = try integer("SELECT count(*) FROM sqlite_schema") ?? 0
        if application == 0, tables == 0 { return 0 }
        guard application == Schema.applicationID, version > 0 else {
            throw SQLiteError.foreign("application_id is \(application)")
        }
        guard version <= Schema.version else {
            throw SQLiteError.newer("schema version is \(version), known is \(Schema.version)")
        }
        return version
    }

    /// Checks that the file holds the tables of that version and nothing else. Foreign triggers,
    /// views and indexes would run within this program's statements and might not terminate.
    func requireTables(of version: Int64) throws(SQLiteError) {
        let known = try Schema.objects(of: version)
        for object in try objects() where !known.contains(object) && object != Schema.reserve {
            throw SQLiteError.foreign("\(object.type) \(object.name) does not belong to geofenced")
        }
    }

    /// The objects in the file, without the indexes that SQLite creates for keys.
    func objects() throws(SQLiteError) -> Set<Schema.Object> {
        var objects: Set<Schema.Object> = []
        try each("SELECT type, name, sql FROM sqlite_schema") { row in
            let object = Schema.Object(
                type: row.text(0) ?? "", name: row.text(1) ?? "", sql: row.text(2))
            if object.type != "index" || object.sql != nil { objects.insert(object) }
            return true
        }
        return objects
    }

    /// Sets how data becomes durable, and checks that SQLite accepted each setting.
    func configure() throws(SQLiteError) {
        try expect("PRAGMA journal_mode = WAL", "wal")
        try run("PRAGMA synchronous = FULL")
        try expect("PRAGMA synchronous", "2")
        try expect("PRAGMA locking_mode", "exclusive")
        // Never shorten the log: its blocks make a commit possible on a full disk.
        try run("PRAGMA journal_size_limit = -1")
        // Overwrite deleted positions where that writes no additional page.
        try run("PRAGMA secure_delete = FAST")
    }

    private func expect(_ pragma: String, _ wanted: String) throws(SQLiteError) {
        let answer = try text(pragma) ?? "nothing"
        guard answer == wanted else {
            throw SQLiteError(
                code: SQLITE_IOERR, systemError: 0,
                message: "\(pragma) gave \(answer) instead of \(wanted)")
        }
    }

    /// Checks every page; for a database that was not closed cleanly.
    func quickCheck() throws(SQLiteError) {
        let answer = try text("PRAGMA quick_check(1)") ?? "nothing"
        guard answer == "ok" else {
            throw SQLiteError(code: SQLITE_CORRUPT, systemError: failedRead_errno, message: answer)
        }
    }

    /// Migrates the schema to the current version; a new database gets the epoch and the first
    /// event.
    func bringUpToDate(
        from version: Int64, creation: (epoch: Epoch, first: NewEvent?)
    ) throws(SQLiteError) {
        try run("BEGIN IMMEDIATE")
        try Schema.migrate(self, from: version)
        if version == 0 {
            try setMeta("epoch", .text(creation.epoch.description))
            if let event = creation.first {
                try insert(event, seq: 1, committed_ns: Clocks.utcNanoseconds())
            }
        }
        try run("COMMIT")
    }

    /// The epoch of the database.
    func epoch() throws(SQLiteError) -> Epoch {
        guard let epoch = try metaText("epoch").flatMap(Epoch.init(parsing:)) else {
            throw SQLiteError(code: SQLITE_CORRUPT, systemError: 0, message: "no epoch")
        }
        return epoch
    }
}
