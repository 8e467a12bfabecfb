internal import Glibc

/// Looks at the groups of this machine.
enum Group {
    /// Whether there is a group of that name.
    static func exists(_ name: String) -> Bool { unsafe getgrnam(name) != nil }

    /// The name of the group that a file belongs to, or its number where it has none; nil when the
    /// file may not be looked at.
    static func owning(_ path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        guard let entry = unsafe getgrgid(status.st_gid) else { return String(status.st_gid) }
        return unsafe String(cString: entry.pointee.gr_name)
    }
}
