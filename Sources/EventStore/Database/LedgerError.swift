/// Why the database could not be opened.
struct LedgerError: Error {
    /// What it means.
    var kind: StorageFailure.Kind
    /// What was said.
    var detail: String

    /// Whether data may be in the system's cache that is not on the disk.
    var isLostSync = false
    /// Whether the device did not let something be read.
    var isRefusedRead = false

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
        isRefusedRead = error.isRefusedRead
    }

    /// A failed system call.
    init(systemError: Int32, call: String) {
        kind = SQLiteError.kind(ofSystemError: systemError)
        detail = "\(call): \(SQLiteError.words(systemError))"
        isRefusedRead = kind == .device && call == "pread"
    }
}
