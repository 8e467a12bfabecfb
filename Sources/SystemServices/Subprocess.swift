import CSpawn
import Glibc

/// A program that was started for what it prints, in a process group of its own.
public struct Subprocess: ~Copyable, Sendable {
    /// Its process id, which is its process group too.
    public let pid: Int32
    /// The end of the pipe on which its standard output arrives; the caller of `start` closes it.
    public let output: Int32
    /// The same of its standard error.
    public let errors: Int32

    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        /// By itself, with that status.
        case exited(status: Int32)
        /// By a signal of that number.
        case signalled(number: Int32)

        /// From what `waitpid` gives.
        init(_ status: Int32) {
            let number = status & 0x7F
            self = number == 0 ? .exited(status: status >> 8 & 0xFF) : .signalled(number: number)
        }
    }

    /// Starts a program.
    ///
    /// It reads nothing, and inherits no descriptor but those of its output and its errors.
    ///
    /// - Parameter command: the program, sought along `PATH`, and its arguments; not empty.
    public static func start(_ command: [String]) throws(SystemError) -> Subprocess {
        precondition(!command.isEmpty, "a command has a program")
        let output = try Pipe(for: command)
        let errors = try Pipe(for: command)
        let pid = try spawn(
            command, standardOutput: output.writeEnd.rawValue,
            standardError: errors.writeEnd.rawValue)
        return Subprocess(
            pid: pid, output: output.readEnd.release(), errors: errors.readEnd.release())
    }

    /// What a program writes to at one end.
    private struct Pipe: ~Copyable {
        let readEnd: OwnedDescriptor
        let writeEnd: OwnedDescriptor

        init(for command: [String]) throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else {
                throw SystemError("make a pipe for \(command[0])", code: errno)
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            readEnd = OwnedDescriptor(owning: ends[0])
            writeEnd = OwnedDescriptor(owning: ends[1])
        }
    }

    /// Kills the program and its whole group; waits for neither.
    ///
    /// The program itself by its own number, too: it may have joined another group.
    public borrowing func kill() {
        _ = Glibc.kill(-pid, SIGKILL)
        _ = Glibc.kill(pid, SIGKILL)
    }

    /// Reaps the program if it has ended, and hands it back if it has not. Waits for nothing.
    ///
    /// A killed program that waits for a device or a file system without an answer ends only after that.
    ///
    /// - Parameter ended: gets how it ended.
    public consuming func reaped(_ ended: (Ending) -> Void = { _ in }) -> Subprocess? {
        var status: Int32 = 0
        var outcome = unsafe waitpid(pid, &status, WNOHANG)
        while outcome < 0, errno == EINTR { outcome = unsafe waitpid(pid, &status, WNOHANG) }
        guard outcome == 0 else {
            if outcome > 0 { ended(Ending(status)) }
            return nil
        }
        return .some(self)
    }

    /// What the kernel says a process does, a letter of proc(5): `D` waits for a device and cannot be
    /// interrupted; nil where the kernel does not say.
    public static func state(of pid: Int32) -> Character? {
        // The name in parentheses before it may hold anything.
        TextFile.read("/proc/\(pid)/stat", limit: 4096)?
            .split(separator: ")").last?.first { $0 != " " }
    }

    private static func spawn(
        _ command: [String], standardOutput: Int32, standardError: Int32
    ) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
        // Not every library opens its descriptors with O_CLOEXEC.
        _ = unsafe close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        // The daemon blocks or ignores signals; the program starts with none of that.
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = unsafe command.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let code = unsafe posix_spawnp(
            &pid, command[0], &actions, &attributes, arguments, environ)
        guard code == 0 else { throw SystemError("start \(command[0])", code: code) }
        return pid
    }
}
