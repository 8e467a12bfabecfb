/// The groups of small things noted by name.
enum MetaGroup: String {
    /// The status of a monitor.
    case status
    /// What a monitor has judged.
    case judged
    /// The last fix of a source.
    case fix
    /// Whether a kind of fence is judged.
    case kind
    /// How far the history of a source was evaluated.
    case history
    /// How far a delivery has come.
    case delivery

    /// The start of its keys; no other key has a colon.
    var prefix: String { rawValue + ":" }
}

/// Small values by key, all in one page, so that a commit that notes several costs one.
extension Connection {
    /// A number noted under a key.
    func meta(_ key: String) throws(SQLiteError) -> Int64? {
        try integer("SELECT value FROM meta WHERE key = ?", .text(key))
    }

    /// A text noted under a key.
    func metaText(_ key: String) throws(SQLiteError) -> String? {
        try text("SELECT value FROM meta WHERE key = ?", .text(key))
    }

    /// Notes a value under a key.
    func setMeta(_ key: String, _ value: SQLValue) throws(SQLiteError) {
        try run(
            """
            INSERT INTO meta VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET value = ?2 WHERE value IS NOT ?2
            """, .text(key), value)
    }

    /// Notes a value under a name of a group.
    func setMeta(_ group: MetaGroup, _ name: String, _ value: SQLValue) throws(SQLiteError) {
        try setMeta(group.prefix + name, value)
    }

    /// Forgets a name of a group.
    func dropMeta(_ group: MetaGroup, _ name: String) throws(SQLiteError) {
        try run("DELETE FROM meta WHERE key = ?", .text(group.prefix + name))
    }

    /// Looks at every name of a group; the value is column 1 of the row.
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
