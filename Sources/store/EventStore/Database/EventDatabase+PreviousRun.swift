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
