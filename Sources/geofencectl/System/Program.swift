internal import Glibc
internal import SystemServices

/// Runs another program and reads its output.
enum Program {
    /// The output of a program.
    struct Answer {
        /// Its standard output, and its standard error when that was asked for.
        var text: String
        /// Its exit code; nil when a signal ended it.
        var status: Int32?
    }

    /// Seconds that a program may take.
    private static let patience_s = 10.0
    /// The maximum bytes of output.
    private static let limit_bytes = 4 << 20

    /// Runs a program of `PATH` without standard input; kills it when it writes too much or runs
    /// too long. Nil when it cannot be started.
    static func run(_ command: [String], withErrors: Bool = false) -> Answer? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let output = OwnedDescriptor(owning: ends[0])
        let pid: pid_t?
        do {
            let input = OwnedDescriptor(owning: ends[1])
            pid = try? spawn(command, [nil, input.rawValue, withErrors ? input.rawValue : nil])
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

    /// Waits for a process. Gives its exit code, nil where a signal ended it.
    static func exitCode(of pid: pid_t) -> Int32? {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    /// Starts a program found on `PATH`. Its first descriptors are the given ones of this process,
    /// or `/dev/null` for nil; it shares the others.
    static func spawn(
        _ command: [String], _ descriptors: [Int32?]
    ) throws(SystemError) -> pid_t {
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
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer {
            while let text = unsafe arguments.popLast() { unsafe free(text) }
        }
        var pid: pid_t = 0
        let failed = unsafe posix_spawnp(&pid, command[0], &actions, nil, &arguments, environ)
        guard failed == 0 else { throw SystemError("start \(command[0])", code: failed) }
        return pid
    }
}
