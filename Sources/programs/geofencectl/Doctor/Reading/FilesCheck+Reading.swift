internal import Glibc
internal import SystemServices

extension FilesCheck {
    /// Checks the permissions of each file and its directories, and of the state directory and the
    /// log in it, unless the daemon reports that it can write. A missing account or file causes no
    /// finding.
    static func read(
        _ paths: [String], state directory: String, isWritten: Bool, by account: Account?
    ) -> FilesCheck {
        let log = [directory, directory + "/events.db", directory + "/events.db-wal"]
        return FilesCheck(
            forbidden: paths.filter { account?.mayReach($0) == false },
            unwritable: isWritten ? [] : log.filter { account?.mayWrite($0) == false })
    }
}

extension Account {
    fileprivate func mayReach(_ path: String) -> Bool {
        guard let path = Directory.resolve(path) else { return true }
        let names = path.split(separator: "/")
        return names.indices.allSatisfy { count in
            may(.search, "/" + names[..<count].joined(separator: "/"))
        } && may(.read, path)
    }

    fileprivate func mayWrite(_ path: String) -> Bool { may(.write, path) }

    /// A permission. The raw value is the distance of its bit from the bit for reading.
    private enum Right: UInt32 {
        case read = 0
        case write = 1
        case search = 2
    }

    private func may(_ right: Right, _ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return true }
        return mayRead(
            owner: status.st_uid, group: status.st_gid, mode: status.st_mode << right.rawValue)
    }
}
