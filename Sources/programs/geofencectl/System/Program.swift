internal import Glibc
internal import SystemServices

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
