internal import Composition
internal import Glibc

/// Looks at the groups of this machine.
enum Group {
    /// Why a group of that name cannot be given rights; nil for one that can.
    static func lack(_ name: String) -> GroupProblem.Cause? {
        guard let gid = unsafe getgrnam(name)?.pointee.gr_gid else { return .missing }
        return overflowIDs.contains(gid) ? .overflow : nil
    }

    /// The group ids for all groups unknown to a user namespace: the default of the kernel, and the
    /// configured one.
    private static let overflowIDs: Set<gid_t> = {
        let own = FileText.small("/proc/sys/kernel/overflowgid")
        return Set([65534] + [own.flatMap { gid_t($0.prefix { $0.isNumber }) }].compactMap(\.self))
    }()

    /// The name of a group, or its number where it has none.
    static func name(of number: gid_t) -> String {
        guard let entry = unsafe getgrgid(number) else { return String(number) }
        return unsafe String(cString: entry.pointee.gr_name)
    }

    /// The group of a file, as above; nil when the file is not accessible.
    static func owning(_ path: String) -> String? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? name(of: status.st_gid) : nil
    }
}
