import Glibc

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
