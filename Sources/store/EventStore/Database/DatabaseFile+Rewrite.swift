import CSQLite
import Glibc

extension DatabaseFile {
    /// Rewrites every byte of the database and its write-ahead log in place and makes them durable.
    /// No connection may be open.
    ///
    /// After a failed sync Linux marks the pages clean although they are not on the disk; a second
    /// sync then succeeds without having written them (PostgreSQL's "fsyncgate", 2018). Only
    /// rewriting the pages makes the next sync reliable.
    static func rewrite(_ path: String) throws(DatabaseError) {
        for suffix in ["", "-wal"] {
            let descriptor = unsafe open(path + suffix, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else {
                if errno == ENOENT { continue }
                throw DatabaseError(systemError: errno, call: "open")
            }
            defer { close(descriptor) }
            try rewrite(descriptor)
            guard fdatasync(descriptor) == 0 else {
                throw DatabaseError(systemError: errno, call: "fdatasync")
            }
        }
    }

    private static func rewrite(_ descriptor: Int32) throws(DatabaseError) {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var offset = 0
        while true {
            let count = unsafe block.withUnsafeMutableBytes { bytes in
                unsafe pread(descriptor, bytes.baseAddress, bytes.count, offset)
            }
            guard count >= 0 else { throw DatabaseError(systemError: errno, call: "pread") }
            guard count > 0 else { return }
            let written = unsafe block.withUnsafeBytes { bytes in
                unsafe pwrite(descriptor, bytes.baseAddress, count, offset)
            }
            guard written == count else {
                throw DatabaseError(systemError: written < 0 ? errno : EIO, call: "pwrite")
            }
            offset += count
        }
    }
}

extension DatabaseFile {
    /// Appends zeros to a write-ahead log until it has that length in bytes, and makes them
    /// durable. Leaves a log that is long enough unchanged.
    ///
    /// Safe while the database is open: SQLite takes zeros for the end of the log and overwrites
    /// them in place.
    static func lengthen(_ log: String, to length: Int) throws(SQLiteError) {
        guard var end = size(log).map({ Int($0) }), end < length else { return }
        let descriptor = unsafe open(log, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(of: "open") }
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while end < length {
            let written = unsafe pwrite(descriptor, zeros, min(zeros.count, length - end), end)
            guard written > 0 else { throw failure(of: "pwrite") }
            end += written
        }
        guard fdatasync(descriptor) == 0 else { throw failure(of: "fdatasync") }
    }

    private static func failure(of call: String) -> SQLiteError {
        SQLiteError(
            code: SQLITE_IOERR, systemError: errno,
            message: "the write-ahead log could not be lengthened by \(call)")
    }
}

extension DatabaseFile {
    /// The failure with the path of the file or directory that causes it, where that can be found.
    /// An error that SQLite reports as a read-only file system may be a file without write
    /// permission.
    static func locating(_ failure: StorageFailure) -> StorageFailure {
        var found = failure
        switch failure.kind {
        case .obstructed:
            found.path = files(of: failure.path).first(where: isDirectory) ?? failure.path
        case .readOnly, .notPermitted:
            guard !isOnReadOnlyMount(failure.path) else {
                found.kind = .readOnly
                break
            }
            let places = [directory(of: failure.path)] + files(of: failure.path)
            guard let place = places.first(where: isForbidden) else { break }
            (found.kind, found.path) = (.notPermitted, place)
        case .full, .shortage, .device, .missing, .alreadyRunning, .corrupt, .foreign, .newer,
            .replaced, .tooLarge, .discarded, .closed:
            break
        }
        return found
    }

    private static func files(of path: String) -> [String] { suffixes.map { path + $0 } }

    /// Whether permissions keep this user from the path; a directory must be searchable, too.
    private static func isForbidden(_ path: String) -> Bool {
        let rights = R_OK | W_OK | (isDirectory(path) ? X_OK : 0)
        return unsafe access(path, rights) != 0 && [EACCES, EPERM].contains(errno)
    }

    /// Whether the file system is mounted read-only: then permissions do not matter, and `access`
    /// may report them first.
    private static func isOnReadOnlyMount(_ path: String) -> Bool {
        var system = statvfs()
        return unsafe statvfs(directory(of: path), &system) == 0
            && system.f_flag & UInt(ST_RDONLY) != 0
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
