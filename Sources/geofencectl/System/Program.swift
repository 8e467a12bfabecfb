internal import Glibc

/// Runs another program and hears what it says.
enum Program {
    /// What a program said.
    struct Answer {
        /// Its standard output, and its standard error when that was asked for.
        var text: String
        /// Its exit code; nil when a signal ended it.
        var status: Int32?
    }

    /// Seconds that a program may take.
    private static let patience_s = 10.0
    /// Bytes of what a program says.
    private static let limit_bytes = 4 << 20

    /// Runs a program found on `PATH` without standard input, until it has said too much or for too
    /// long; then it is killed. Nil when it cannot be started.
    static func run(_ command: [String], withErrors: Bool = false) -> Answer? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let output = Descriptor(ends[0])
        let pid: pid_t?
        do {
            let input = Descriptor(ends[1])
            pid = spawn(command, output: input.number, withErrors: withErrors)
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
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return Answer(
            text: String(decoding: bytes, as: UTF8.self),
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : nil)
    }

    private static func spawn(_ command: [String], output: Int32, withErrors: Bool) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        if withErrors {
            unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer {
            while let text = unsafe arguments.popLast() { unsafe free(text) }
        }
        var pid: pid_t = 0
        let failed = unsafe posix_spawnp(&pid, command[0], &actions, nil, &arguments, environ)
        return failed == 0 ? pid : nil
    }
}
