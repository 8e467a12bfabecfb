import Glibc

/// Finds the process that has a device open, as far as `/proc` is readable.
public enum PortHolder {
    /// The maximum number of descriptors to examine: some 20 ms, for which the caller waits.
    private static let lookedAtMaximum = 10_000

    /// Returns another process that has it open, as `name (pid 123)`; nil when none is visible.
    public static func find(_ path: String) -> String? {
        var wanted = stat()
        guard unsafe stat(path, &wanted) == 0 else { return nil }
        let own = getpid()
        var left = lookedAtMaximum
        for name in Directory.names("/proc") {
            guard let pid = Int32(name), pid != own else { continue }
            guard left > 0 else { return nil }
            guard holds(pid, wanted, &left) else { continue }
            let command = TextFile.read("/proc/\(pid)/comm", limit: 256)
            let word = command?.split(separator: "\n").first.map(String.init)
            return "\(word ?? "a process") (pid \(pid))"
        }
        return nil
    }

    private static func holds(_ pid: Int32, _ wanted: stat, _ left: inout Int) -> Bool {
        let folder = "/proc/\(pid)/fd"
        let names = Directory.names(folder).prefix(left)
        left -= names.count
        return names.contains { name in
            var status = stat()
            return unsafe stat("\(folder)/\(name)", &status) == 0 && isSame(status, wanted)
        }
    }

    /// Whether two files are the same device. Every container numbers its pseudo-terminals (majors
    /// 136 to 143, `devices.txt` of Linux) from 0, so their file system is compared, too.
    private static func isSame(_ some: stat, _ other: stat) -> Bool {
        guard some.st_mode & S_IFMT == S_IFCHR, some.st_rdev == other.st_rdev else { return false }
        let major = DeviceNumber(some.st_rdev).major
        return !(136...143).contains(major) || some.st_dev == other.st_dev
    }
}
