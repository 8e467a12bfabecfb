import Glibc

/// Operations on the files of the database. Unless noted, no connection may be open.
enum DatabaseFile {
    /// The suffixes of the files that belong to a database.
    static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Creates the file with owner-only permissions if it is missing; returns whether it did.
    ///
    /// - Throws: `.corrupt` for an empty file whose write-ahead log still holds data.
    static func prepare(_ path: String) throws(DatabaseError) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        guard errno == EEXIST else { throw DatabaseError(systemError: errno, call: "open") }
        // SQLite would open a write-ahead log that is read-only, and fail at the first commit.
        for file in [path, path + "-wal"] where unsafe access(file, W_OK) != 0 && errno != ENOENT {
            throw DatabaseError(systemError: errno, call: "open")
        }
        if size(path) == 0, (size(path + "-wal") ?? 0) > 0 {
            throw DatabaseError(.corrupt, "the file is empty but its write-ahead log is not")
        }
        return false
    }

    /// The size of a file in bytes; nil when it is missing.
    static func size(_ path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int64(status.st_size)
    }

    /// The generation number that the file system gave to a file when it was created: a copy has
    /// another one, a moved file keeps it. Nil where the file system has no such number.
    ///
    /// Unlike an inode number it is not reused after a file was deleted, and it is stored on the
    /// disk.
    static func generation(of path: String) -> Int64? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // FS_IOC_GETVERSION of <linux/fs.h>, which encodes the size of a long.
        let question = UInt(0x8000_7601 | MemoryLayout<Int>.size << 16)
        var number: Int64 = 0
        return unsafe ioctl(descriptor, question, &number) == 0 ? number : nil
    }

    /// The process that has locked the file; nil where no other process has, or the kernel does not
    /// report it. Not for a process that has the database open: closing the file would release its
    /// locks.
    static func holder(of path: String) -> Int32? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK),
            lock.l_pid > 0
        else { return nil }
        return lock.l_pid
    }

    /// Checks that more than so many bytes are free: a reserve must not fill the disk itself.
    static func requireFree(_ bytes: Int, at path: String) throws(SQLiteError) {
        var system = statvfs()
        guard unsafe statvfs(path, &system) == 0 else { return }
        let free = Int(system.f_bavail) * Int(system.f_frsize)
        guard free > bytes else {
            throw SQLiteError.full("\(free) bytes are free, the reserve needs \(bytes)")
        }
    }

    /// The directory that contains a file.
    static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Makes created and renamed files in the directory of a path durable.
    static func syncDirectory(of path: String) throws(DatabaseError) {
        let descriptor = unsafe open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DatabaseError(systemError: errno, call: "open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw DatabaseError(systemError: errno, call: "fsync") }
    }

    /// Moves an unusable database aside and keeps the last two; returns the new path. Where there is
    /// no file, deletes its companions and returns nil.
    static func moveAside(_ path: String) throws(DatabaseError) -> String? {
        guard size(path) != nil else {
            try remove(path)
            return nil
        }
        for suffix in suffixes {
            try move(path + ".aside-1" + suffix, to: path + ".aside-2" + suffix)
        }
        for suffix in suffixes {
            try move(path + suffix, to: path + ".aside-1" + suffix)
        }
        try syncDirectory(of: path)
        return path + ".aside-1"
    }

    /// Deletes an unusable database that is not worth keeping.
    static func remove(_ path: String) throws(DatabaseError) {
        for suffix in suffixes { try unlink(path + suffix) }
        try syncDirectory(of: path)
    }

    /// Renames a file over another; if the first is missing, deletes the other.
    private static func move(_ from: String, to: String) throws(DatabaseError) {
        if unsafe rename(from, to) == 0 { return }
        guard errno == ENOENT else { throw DatabaseError(systemError: errno, call: "rename") }
        try unlink(to)
    }

    /// Deletes a file if it exists.
    private static func unlink(_ path: String) throws(DatabaseError) {
        guard unsafe Glibc.unlink(path) == 0 || errno == ENOENT else {
            throw DatabaseError(systemError: errno, call: "unlink")
        }
    }
}
