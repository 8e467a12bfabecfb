/// Why the database could not be opened.
struct DatabaseError: Error {
    /// What the error means for the log.
    var kind: StorageFailure.Kind
    /// The cause as reported by SQLite or the system.
    var detail: String

    /// Whether the system's cache may hold data that is not on the disk.
    var isLostSync = false
    /// Whether the device refused a read.
    var isFailedRead = false

    /// A failure of that kind.
    init(_ kind: StorageFailure.Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// A failure reported by SQLite.
    init(_ error: SQLiteError) {
        kind = error.kind
        detail = error.failure(path: "").detail
        isLostSync = error.isLostSync
        isFailedRead = error.isFailedRead
    }

    /// A failed system call.
    init(systemError: Int32, call: String) {
        kind = SQLiteError.kind(ofSystemError: systemError)
        detail = "\(call): \(SQLiteError.systemDescription(systemError))"
        isFailedRead = kind == .device && call == "pread"
    }
}
