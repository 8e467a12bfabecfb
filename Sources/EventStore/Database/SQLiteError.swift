import CSQLite
import Glibc

/// What SQLite said when a call failed.
struct SQLiteError: Error, Hashable {
    /// The extended result code.
    var code: Int32
    /// The `errno` of the system call behind it; 0 for none.
    var systemError: Int32
    /// SQLite's sentence.
    var message: String

    /// What we found ourselves, where SQLite has no code for it.
    var finding: StorageFailure.Kind?

    /// Not enough space for what is planned.
    static func full(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_FULL, systemError: 0, message: message)
    }

    /// A file of somebody else.
    static func foreign(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_NOTADB, systemError: 0, message: message, finding: .foreign)
    }

    /// A file of a later version of this program.
    static func newer(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_NOTADB, systemError: 0, message: message, finding: .newer)
    }

    /// What it means for the log.
    ///
    /// Every statement of ours is fixed and tested, so an error in a statement (missing table,
    /// wrong type, broken constraint) means that the file is not what we wrote, unless the system
    /// did not let it be read.
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

    /// Whether the failed call was to make data durable: after that the system may have dropped
    /// the data, and calling again would report a success that is none.
    var isLostSync: Bool {
        code == SQLITE_IOERR | (4 << 8) || code == SQLITE_IOERR | (5 << 8)
    }

    /// Whether the device did not let something be read: SQLite says so itself, or takes it for damage.
    var isRefusedRead: Bool {
        kind == .device && isOfRead
    }

    /// Whether the failed call of the system was to read.
    var isOfRead: Bool {
        code & 0xff != SQLITE_IOERR || code == SQLITE_IOERR | (1 << 8)
            || code == SQLITE_IOERR | (33 << 8)
    }

    /// The failure to report, with the `errno` in words.
    func failure(path: String) -> StorageFailure {
        let system = systemError == 0 ? "" : ", \(Self.words(systemError))"
        return StorageFailure(kind: kind, path: path, detail: "SQLite \(code): \(message)\(system)")
    }

    /// The system's words for an `errno`.
    static func words(_ error: Int32) -> String {
        unsafe String(cString: strerror(error))
    }
}
