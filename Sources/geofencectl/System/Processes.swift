internal import Glibc
internal import SystemServices

/// The processes of this machine, by `/proc`.
enum Processes {
    /// One of them.
    struct Process {
        /// Its number.
        var pid: Int
        /// Its program's name, at most 15 characters.
        var name: String
    }

    /// Those that can be seen.
    static func all() -> [Process] {
        Directory.names("/proc").compactMap { entry in
            guard let pid = Int(entry), let name = FileText.small("/proc/\(entry)/comm") else {
                return nil
            }
            return Process(pid: pid, name: String(name.prefix { $0 != "\n" }))
        }
    }

    /// The devices that a process has open; nil when that may not be seen.
    static func openDevices(of pid: Int) -> Set<CharacterDevice>? {
        descriptors(of: pid).map { Set($0.compactMap(CharacterDevice.init)) }
    }

    /// The real paths of the open files of a process; nil without permission.
    static func openFiles(of pid: Int) -> Set<String>? {
        descriptors(of: pid).map { Set($0.compactMap(Directory.resolve)) }
    }

    private static func descriptors(of pid: Int) -> [String]? {
        let folder = "/proc/\(pid)/fd"
        guard unsafe access(folder, R_OK | X_OK) == 0 else { return nil }
        return Directory.names(folder).map { "\(folder)/\($0)" }
    }

    /// The words of a process's command line.
    static func arguments(of pid: Int) -> [String] {
        (FileText.small("/proc/\(pid)/cmdline") ?? "").split(separator: "\0").map(String.init)
    }
}
