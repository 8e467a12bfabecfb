import Glibc

extension DatabaseFile {
    /// The failure with the file that is to blame for it, where that can be seen.
    static func blaming(_ failure: StorageFailure) -> StorageFailure {
        var found = failure
        switch failure.kind {
        case .obstructed:
            found.path = files(of: failure.path).first(where: isDirectory) ?? failure.path
        case .full, .readOnly, .shortage, .device, .notPermitted, .missing, .alreadyRunning,
            .corrupt, .foreign, .newer, .replaced, .tooLarge, .discarded, .closed:
            break
        }
        return found
    }

    private static func files(of path: String) -> [String] { suffixes.map { path + $0 } }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
