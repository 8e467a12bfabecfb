internal import Composition
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

/// A character device, independent of its paths: in a container a receiver may have another path,
/// and the same path may lead to another terminal.
struct CharacterDevice: Hashable {
    let major: UInt64
    let minor: UInt64
    /// The file system of a pseudo-terminal; 0 for hardware, whose number is unique.
    private let instance: dev_t

    /// The major numbers of pseudo-terminals. Each mount of `devpts` numbers them from 0.
    private static let pseudoTerminals: ClosedRange<UInt64> = 136...143

    /// Reads the device at a path; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            return nil
        }
        let number = DeviceNumber(status.st_rdev)
        (major, minor) = (number.major, number.minor)
        instance = Self.pseudoTerminals.contains(major) ? status.st_dev : 0
    }
}

/// Runs another program and reads its output.
enum Program {
    /// The output of a program.
    struct Answer {
        /// The standard output, and on request the standard error.
        var text: String
        /// Its exit code; nil when a signal ended it.
        var status: Int32?
    }

    /// Seconds that a program may take.
    private static let patience_s = 10.0
    /// The maximum bytes of output.
    private static let limit_bytes = 4 << 20

    /// Runs a program of `PATH` without standard input. Kills it when its output or its time
    /// exceeds the limit. Nil when it cannot be started.
    static func run(_ command: [String], withErrors: Bool = false) -> Answer? {
        guard let pipe = try? Pipe() else { return nil }
        let output = pipe.readEnd
        let pid: pid_t?
        do {
            let input = pipe.writeEnd
            pid = try? Subprocess.spawn(
                command, [nil, input.rawValue, withErrors ? input.rawValue : nil])
        }
        guard let pid else { return nil }
        let deadline = Deadline.after(seconds: patience_s)
        var bytes: [UInt8] = []
        while bytes.count < limit_bytes, output.waitToRead(deadline),
            let piece = try? output.read(upTo: 65_536), !piece.isEmpty
        {
            bytes += piece
        }
        if deadline.isOver || bytes.count >= limit_bytes { kill(pid, SIGKILL) }
        return Answer(text: String(decoding: bytes, as: UTF8.self), status: exitCode(of: pid))
    }

    /// Waits for a process. Returns its exit code, nil where a signal ended it.
    static func exitCode(of pid: pid_t) -> Int32? {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}

/// Reads the groups of this machine.
enum Group {
    /// Returns why a group cannot be given permissions; nil for a usable group.
    static func lack(_ name: String) -> GroupProblem.Cause? {
        switch Peer.lookUp(groupNamed: name) {
        case .known: nil
        case .missing: .missing
        case .overflow: .overflow
        }
    }

    /// Returns the name of the group of a file, or its number where it has no name; nil when the
    /// file is not accessible.
    static func owning(_ path: String) -> String? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Peer.groupName(status.st_gid) : nil
    }
}
