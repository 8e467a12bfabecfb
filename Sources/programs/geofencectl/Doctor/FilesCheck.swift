internal import Glibc
internal import SystemServices

/// The check whether the daemon can read its files and write its log.
struct FilesCheck {
    /// The files that its account may not read.
    var forbidden: [String]
    /// The state directory and log files that its account may not write.
    var unwritable: [String] = []

    /// One finding for each of these paths.
    var findings: [Finding] {
        forbidden.map { path in
            .fail(
                "files", "The daemon may not read \(path).",
                fix: "See what keeps it out with: namei -l \(path); then: geofencectl reload.")
        }
            + unwritable.map { path in
                .fail(
                    "files", "The daemon may not write \(path).",
                    fix: "Give the state directory and everything in it to its user: chown -R, "
                        + "chmod -R u=rwX,go=.")
            }
    }
}

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

/// The user and groups of a process.
struct Account: Equatable {
    /// The user.
    var user: UInt32
    /// All groups.
    var groups: Set<UInt32>

    /// Whether this account may read a file with that owner, group and permission bits. The bits
    /// of the first class that applies decide, see path_resolution(7).
    func mayRead(owner: UInt32, group: UInt32, mode: UInt32) -> Bool {
        if user == 0 { return true }
        if user == owner { return mode & 0o400 != 0 }
        if groups.contains(group) { return mode & 0o040 != 0 }
        return mode & 0o004 != 0
    }

    /// Creates the account of a process from its `/proc/PID/status`; nil for any other text.
    init?(processStatus text: String) {
        var fields: [Substring: [UInt32]] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, ["Uid", "Gid", "Groups"].contains(parts[0]) else { continue }
            fields[parts[0]] = parts[1].split { $0 == "\t" || $0 == " " }.compactMap { UInt32($0) }
        }
        // Real, effective, saved, filesystem: the last one applies to files.
        guard let users = fields["Uid"], users.count == 4, let groups = fields["Gid"],
            groups.count == 4
        else { return nil }
        user = users[3]
        self.groups = Set([groups[3]] + (fields["Groups"] ?? []))
    }

    /// Creates the account of the service from the texts of `/etc/passwd` and `/etc/group`; the
    /// unit adds the group dialout. Nil when there is no such user.
    init?(named name: String, passwd: String, group: String) {
        let isRow = { (row: [Substring]) in row.first.map { $0 == name } ?? false }
        guard let row = Account.rows(passwd).first(where: isRow), row.count >= 4,
            let user = UInt32(row[2]), let primary = UInt32(row[3])
        else { return nil }
        self.user = user
        groups = [primary]
        for row in Account.rows(group) where row.count >= 3 {
            let members = row.count > 3 ? row[3].split(separator: ",") : []
            if row[0] == "dialout" || members.contains(where: { $0 == name }),
                let number = UInt32(row[2])
            {
                groups.insert(number)
            }
        }
    }

    /// Returns the fields of each line of `/etc/passwd` or `/etc/group`.
    static func rows(_ text: String) -> [[Substring]] {
        text.split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false)
        }
    }
}
