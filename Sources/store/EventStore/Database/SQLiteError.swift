import CSQLite
import Glibc

/// A failed SQLite call.
struct SQLiteError: Error, Hashable {
    /// The extended result code.
    var code: Int32
    /// The `errno` of the underlying system call; 0 for none.
    var systemError: Int32
    /// SQLite's message.
    var message: String

    /// The kind found by the store's own checks, where SQLite has no code for it.
    var finding: StorageFailure.Kind?

    /// Not enough space for what is to be written.
    static func full(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_FULL, systemError: 0, message: message)
    }

    /// A file of another program.
    static func foreign(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_NOTADB, systemError: 0, message: message, finding: .foreign)
    }

    /// A file of a later version of this program.
    static func newer(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_NOTADB, systemError: 0, message: message, finding: .newer)
    }

    /// What the error means for the log.
    ///
    /// The store's statements are fixed and tested, so an error in a statement (missing table,
    /// wrong type, violated constraint) means that the file is damaged, unless the system refused a
    /// read.
    var kind: StorageFailure.Kind {
        if let finding { return finding }
        return switch code & 0xff {
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: .alreadyRunning
        case SQLITE_PERM, SQLITE_AUTH: .notPermitted
        case SQLITE_TOOBIG: .tooLarge
        case SQLITE_NOMEM: .shortage
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOLFS, SQLITE_PROTOCOL:
            Self.kind(ofSystemError: systemError)
        default: systemError == 0 ? .corrupt : Self.kind(ofSystemError: systemError)
        }
    }

    /// What an `errno` means for the log.
    static func kind(ofSystemError error: Int32) -> StorageFailure.Kind {
        switch error {
        case ENOSPC, EDQUOT, EFBIG: .full
        case EROFS: .readOnly
        case EACCES, EPERM: .notPermitted
        case ENOENT, ENOTDIR: .missing
        case EISDIR: .obstructed
        case ENOMEM, EMFILE, ENFILE: .shortage
        default: .device
        }
    }

    /// Whether the failed call was a sync: afterwards the system may have dropped the data, and a
    /// second sync would report a false success.
    var isLostSync: Bool {
        code == SQLITE_IOERR | (4 << 8) || code == SQLITE_IOERR | (5 << 8)
    }

    /// Whether the device refused a read: SQLite reports it as such, or as damage.
    var isFailedRead: Bool {
        kind == .device && isReadError
    }

    /// Whether the failed system call was a read.
    var isReadError: Bool {
        code & 0xff != SQLITE_IOERR || code == SQLITE_IOERR | (1 << 8)
            || code == SQLITE_IOERR | (33 << 8)
    }

    /// The failure to report, with the text of the `errno`.
    func failure(path: String) -> StorageFailure {
        let system = systemError == 0 ? "" : ", \(Self.systemDescription(systemError))"
        return StorageFailure(kind: kind, path: path, detail: "SQLite \(code): \(message)\(system)")
    }

    /// The system's text for an `errno`.
    static func systemDescription(_ error: Int32) -> String {
        unsafe String(cString: strerror(error))
    }
}

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
