internal import Glibc
internal import SystemServices

/// The processes of this machine, from `/proc`.
enum Processes {
    /// A process.
    struct Process {
        /// The process id.
        var pid: Int
        /// The name of the program, at most 15 characters.
        var name: String
    }

    /// Returns the visible processes.
    static func all() -> [Process] {
        Directory.names("/proc").compactMap { entry in
            guard let pid = Int(entry), let name = FileText.small("/proc/\(entry)/comm") else {
                return nil
            }
            return Process(pid: pid, name: String(name.prefix { $0 != "\n" }))
        }
    }

    /// Returns the devices that a process has open; nil without permission.
    static func openDevices(of pid: Int) -> Set<CharacterDevice>? {
        descriptors(of: pid).map { Set($0.compactMap(CharacterDevice.init)) }
    }

    /// Returns the real paths of a process's open files; nil if not allowed.
    static func openFiles(of pid: Int) -> Set<String>? {
        descriptors(of: pid).map { Set($0.compactMap(Directory.resolve)) }
    }

    private static func descriptors(of pid: Int) -> [String]? {
        let folder = "/proc/\(pid)/fd"
        guard unsafe access(folder, R_OK | X_OK) == 0 else { return nil }
        return Directory.names(folder).map { "\(folder)/\($0)" }
    }

    /// Returns the words of a process's command line.
    static func arguments(of pid: Int) -> [String] {
        (FileText.small("/proc/\(pid)/cmdline") ?? "").split(separator: "\0").map(String.init)
    }
}
