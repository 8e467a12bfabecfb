/// A question to the log, answered in slices so that no commit waits long for it.
struct Query: Sendable {
    /// Looks at one slice; gives what is left to do, nil when answered.
    let step: @Sendable (Ledger) throws(SQLiteError) -> Query?
    /// Answers that there is no answer.
    let fail: @Sendable (StorageFailure) -> Void
}
