internal import Glibc

extension FilesCheck {
    /// Looks at the rights to each file, and to the directories on the way there. Nothing is said of an
    /// account that does not exist, nor of a file.
    static func read(_ paths: [String], by reader: Account?) -> FilesCheck {
        FilesCheck(forbidden: paths.filter { reader?.mayReach($0) == false })
    }
}

extension Account {
    fileprivate func mayReach(_ path: String) -> Bool {
        guard let path = Directory.real(path) else { return true }
        let names = path.split(separator: "/")
        return names.indices.allSatisfy { count in
            may(search: true, "/" + names[..<count].joined(separator: "/"))
        } && may(search: false, path)
    }

    private func may(search: Bool, _ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return true }
        // The bit that lets a directory be searched stands two places right of that for reading.
        let mode = search ? status.st_mode << 2 : status.st_mode
        return mayRead(owner: status.st_uid, group: status.st_gid, mode: mode)
    }
}
