internal import Glibc
internal import SystemServices

/// The program of `--exec`: runs for one event at a time, in a process group that ends with this process.
final class EventProgram {
    /// How a run ended.
    enum Ending {
        /// It exited with a status.
        case exited(Int32)
        /// A signal ended it.
        case signalled
        /// It ran longer than the time limit.
        case timedOut
    }

    private struct Run {
        var pid: pid_t
        /// The pipe to its standard input; negative when everything is written, or the program reads no more.
        var input: Int32
        var rest: ArraySlice<UInt8>
        var start_s: Double
        /// When SIGTERM was sent because of the time limit; nil before.
        var ended_s: Double?
    }

    /// The name of the program, found on `PATH`.
    let name: String
    /// Seconds for one run.
    let timeout_s: Double
    private var group: GuardedGroup?
    private var run: Run?
    /// When the first run may start, by the monotonic clock. The programs of an earlier process of this consumer
    /// that was killed have ended by then.
    private let firstStart_s = Clocks.monotonic_s + 2.5 * GuardedGroup.grace_s

    /// Seconds from SIGTERM to SIGKILL.
    private static let grace_s = 5.0

    /// Creates a program. Throws where none can be started under that name.
    init(_ name: String, timeout_s: Double) throws {
        self.name = name
        self.timeout_s = timeout_s
        try Program.check(name)
        // A program may succeed without reading all of its input.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether it runs.
    var isRunning: Bool { run != nil }
    /// Seconds for which it has run; nil while it does not.
    func age_s(now: Double) -> Double? { run.map { now - $0.start_s } }
    /// Seconds until the first run may start.
    func delay_s(now: Double) -> Double { max(0, firstStart_s - now) }
    /// The descriptor that takes more input when it can be written; negative for none.
    var input: Int32 { run?.input ?? -1 }
    /// Seconds until `ending` has something to do; infinity while it does not run.
    func due_s(now: Double) -> Double {
        guard let run else { return .infinity }
        let due_s = run.ended_s.map { $0 + Self.grace_s } ?? run.start_s + timeout_s
        return max(0, due_s - now)
    }

    /// Starts it with these bytes on its standard input.
    func start(_ bytes: [UInt8], now: Double) throws {
        do throws(SystemError) {
            let pipe = try Pipe()
            _ = fcntl(pipe.writeEnd.rawValue, F_SETFL, O_NONBLOCK)
            if group == nil { group = try GuardedGroup() }
            let pid = try Subprocess.spawn(
                [name], [pipe.readEnd.rawValue, STDOUT_FILENO, STDERR_FILENO], group: group?.id)
            run = Run(pid: pid, input: pipe.writeEnd.release(), rest: bytes[...], start_s: now)
        } catch {
            throw Program.cannotStart(name, error.code)
        }
        writeInput()
    }

    /// Writes as much input as the program takes.
    func writeInput() {
        guard let current = run, current.input >= 0 else { return }
        let count = unsafe current.rest.withUnsafeBytes {
            unsafe write(current.input, $0.baseAddress, $0.count)
        }
        if count > 0 { run?.rest = current.rest.dropFirst(count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        if count < 0 || count == current.rest.count { closeInput() }
    }

    /// Returns how the run has ended; nil while it lasts. Ends a run that lasts too long.
    func ending(now: Double) -> Ending? {
        guard let current = run else { return nil }
        var status: Int32 = 0
        if unsafe waitpid(current.pid, &status, WNOHANG) == current.pid {
            closeInput()
            run = nil
            if current.ended_s != nil { return .timedOut }
            return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled
        }
        if let ended_s = current.ended_s {
            if now - ended_s >= Self.grace_s { endGroup() }
        } else if now - current.start_s >= timeout_s {
            run?.ended_s = now
            group?.terminate()
        }
        return nil
    }

    /// Ends the program, if it runs, within the seconds of grace.
    func stop() {
        let deadline = Deadline.after(seconds: Self.grace_s)
        group?.terminate()
        while let current = run {
            if deadline.isOver { endGroup() }
            if ending(now: current.start_s) == nil { Deadline.after(seconds: 0.01).pause() }
        }
        endGroup()
    }

    private func closeInput() {
        guard let input = run?.input, input >= 0 else { return }
        close(input)
        run?.input = -1
    }

    private func endGroup() {
        guard let ended = group.take() else { return }
        ended.end()
    }
}

extension Program {
    /// Throws when a program on `PATH` cannot be started.
    static func check(_ program: String) throws {
        let path = Terminal.environment("PATH") ?? ""
        let folders = program.contains("/") ? [""] : path.split(separator: ":").map { $0 + "/" }
        var reason = ENOENT
        for folder in folders {
            let file = folder + program
            var status = stat()
            guard unsafe stat(file, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFREG, unsafe access(file, X_OK) == 0 { return }
            reason = EACCES
        }
        throw cannotStart(program, reason)
    }

    /// Returns the failure for a program that cannot be started.
    static func cannotStart(_ program: String, _ error: Int32) -> CommandFailure {
        CommandFailure(
            .noInput, "\(printable(program)) cannot be started: \(SystemError.reason(error)).",
            hint: "Give a program on the PATH or its whole path, and make it executable.")
    }
}
