internal import Glibc

/// Looks at the groups of this machine.
enum Group {
    /// Whether there is a group of that name.
    static func exists(_ name: String) -> Bool { unsafe getgrnam(name) != nil }

    /// The name of a group, or its number where it has none.
    static func name(of number: gid_t) -> String {
        guard let entry = unsafe getgrgid(number) else { return String(number) }
        return unsafe String(cString: entry.pointee.gr_name)
    }

    /// The group that a file belongs to, as above; nil when the file may not be looked at.
    static func owning(_ path: String) -> String? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? name(of: status.st_gid) : nil
    }
}
