extension Ledger {
    /// What the last run noted about itself; of a new database, nothing.
    struct Past {
        /// Whether it was ended in order.
        var wasClean = true
        /// The boot of the machine it ran in.
        var bootID: String?
        /// When it ended.
        var stopped_ns: Int64?
        /// The generation of the file it wrote; nil where the file system tells none.
        var generation: Int64?

        /// Nothing noted.
        init() {}

        /// What is noted in that database.
        init(_ connection: Connection) throws(SQLiteError) {
            wasClean = try connection.meta("clean") == 1
            bootID = try connection.metaText("boot")
            stopped_ns = try connection.meta("stopped_ns")
            generation = try connection.meta("generation")
        }

        /// Whether it wrote another file than that of this generation.
        func wroteOther(than generation: Int64?) -> Bool {
            guard let before = self.generation, let generation else { return false }
            return before != generation
        }
    }
}
