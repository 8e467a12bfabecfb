import CSpawn
import Glibc

/// A program started for its output, in its own process group.
public struct Subprocess: ~Copyable, Sendable {
    /// The process id, also the id of the process group.
    public let pid: Int32
    /// The read end of the pipe for standard output; the caller of `start` closes it.
    public let output: Int32
    /// The read end of the pipe for standard error; the caller of `start` closes it.
    public let errors: Int32

    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        /// It exited with that status.
        case exited(status: Int32)
        /// A signal of that number ended it.
        case signalled(number: Int32)

        /// Decodes a status of `waitpid`.
        init(_ status: Int32) {
            let number = status & 0x7F
            self = number == 0 ? .exited(status: status >> 8 & 0xFF) : .signalled(number: number)
        }
    }

    /// Starts a program.
    ///
    /// Its standard input is empty, and it inherits no descriptors except those of its output and
    /// errors.
    ///
    /// - Parameters:
    ///   - command: the program, found in `PATH`, and its arguments; not empty.
    ///   - mark: an entry `NAME=VALUE` that is added to its environment; nil for none.
    public static func start(
        _ command: [String], mark: String? = nil
    ) throws(SystemError) -> Subprocess {
        precondition(!command.isEmpty, "a command needs a program")
        let output = try Pipe()
        let errors = try Pipe()
        let pid = try spawn(
            command, [nil, output.writeEnd.rawValue, errors.writeEnd.rawValue], isSeparate: true,
            mark: mark)
        return Subprocess(
            pid: pid, output: output.readEnd.release(), errors: errors.readEnd.release())
    }

    /// Sends a signal to the program and its process group; does not wait.
    ///
    /// Also sends it to the program by its own id: it may have joined another group.
    public borrowing func signal(_ number: Int32) {
        if Glibc.kill(-pid, number) != 0 || getpgid(pid) != pid { _ = Glibc.kill(pid, number) }
    }

    /// Calls `body` on another thread when the program has ended; it still has to be reaped. Returns
    /// false, and never calls it, when no thread can be created.
    public static func whenEnded(_ pid: Int32, _ body: @escaping @Sendable () -> Void) -> Bool {
        DetachedThread.start {
            var info = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            body()
        }
    }

    /// Reaps the program if it has ended and returns nil; otherwise returns it. Does not wait.
    ///
    /// A killed program that waits for an unresponsive device or file system ends only when the
    /// wait ends.
    ///
    /// - Parameter ended: receives how the program ended; not called when that is unknown.
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

    /// Returns the kernel's state of a process, a letter of proc(5): `D` waits for a device and
    /// cannot be interrupted; nil when it is not available.
    public static func state(of pid: Int32) -> Character? {
        // The process name in parentheses before the state may contain any character.
        TextFile.read("/proc/\(pid)/stat", limit: 4096)?
            .split(separator: ")").last?.first { $0 != " " }
    }

    /// Starts a program found in `PATH` and returns its process id. Its first descriptors are
    /// copies of the given ones, or `/dev/null` for nil.
    ///
    /// - Parameters:
    ///   - isSeparate: whether it inherits no other descriptor, and starts in its own process group
    ///     with the default signals; otherwise it inherits all of these.
    ///   - group: the process group that it joins, with the default signals; nil for none.
    ///   - mark: an entry `NAME=VALUE` that is added to its environment; nil for none.
    public static func spawn(
        _ command: [String], _ descriptors: [Int32?], isSeparate: Bool = false,
        group: Int32? = nil, mark: String? = nil
    ) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in zip(Int32(0)..., descriptors) {
            if let descriptor {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            } else {
                let access = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
                unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", access, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Some libraries open descriptors without O_CLOEXEC.
        if isSeparate { _ = unsafe close_from(&actions, Int32(descriptors.count)) }
        if isSeparate || group != nil {
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            // The daemon blocks or ignores signals; the program starts with the defaults.
            unsafe posix_spawnattr_setsigmask(&attributes, &signals)
            for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
            unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
            unsafe posix_spawnattr_setpgroup(&attributes, group ?? 0)
            let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        }
        var arguments = unsafe command.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let marking = unsafe mark.flatMap { unsafe strdup($0) }
        defer { unsafe free(marking) }
        var environment = unsafe marking.map { unsafe [Optional($0)] } ?? []
        var entry = 0
        while let text = unsafe environ[entry] {
            unsafe environment.append(text)
            entry += 1
        }
        unsafe environment.append(nil)
        var pid: pid_t = 0
        let code = unsafe posix_spawnp(
            &pid, command[0], &actions, &attributes, arguments, environment)
        guard code == 0 else { throw SystemError("start \(command[0])", code: code) }
        return pid
    }
}
