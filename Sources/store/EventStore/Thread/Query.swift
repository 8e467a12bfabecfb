/// A query on the log, answered in slices so that it does not delay commits.
struct Query: Sendable {
    /// Processes one slice; returns the remaining query, nil when it is answered.
    let step: @Sendable (EventDatabase) throws(SQLiteError) -> Query?
    /// Completes the query with a failure.
    let fail: @Sendable (StorageFailure) -> Void
}
