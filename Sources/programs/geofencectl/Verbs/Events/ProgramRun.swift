internal import Consuming
internal import Glibc
internal import SystemServices

/// A program that processes one event.
struct ProgramRun {
    /// The program, found on `PATH`.
    let program: String
    /// The line for its standard input.
    let record: [UInt8]

    /// The number of tries before an event is parked.
    private static let tries = 3

    /// Runs the program until the event is done: exit 0 is done, 75 is tried again after a growing
    /// pause, any other code is parked after three tries. Returns why it was parked; nil when it is
    /// done. Throws when the program cannot be started.
    func untilDone(_ complain: (String) -> Void) throws -> String? {
        var delay = RetryDelay()
        var failures = 0
        while true {
            let outcome = try Program.feed([program], record + [UInt8(ascii: "\n")])
            let problem: String
            switch outcome {
            case 0: return nil
            case ExitReason.timedOut.rawValue:
                problem = "\(program) asks to be tried again later (exit 75)."
            case let status?:
                failures += 1
                problem = "\(program) failed with exit \(status), try \(failures) of \(Self.tries)."
            case nil:
                failures += 1
                problem = "\(program) was ended by a signal, try \(failures) of \(Self.tries)."
            }
            guard failures < Self.tries else { return problem }
            complain(problem)
            Clock.pause(until: .after(seconds: delay.next()))
        }
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

    /// Runs a program of `PATH` with `input` on its standard input; it inherits the other
    /// descriptors. Returns its exit code, nil where a signal ended it. Throws when it cannot be
    /// started.
    static func feed(_ command: [String], _ input: [UInt8]) throws -> Int32? {
        let output: OwnedDescriptor
        let pid: pid_t
        do throws(SystemError) {
            let pipe = try Pipe()
            pid = try Subprocess.spawn(command, [pipe.readEnd.rawValue])
            output = pipe.writeEnd
        } catch {
            throw cannotStart(command[0], error.code)
        }
        // A program may succeed without reading all of its input.
        let before = signal(SIGPIPE, SIG_IGN)
        try? output.write(input)
        _ = consume output
        signal(SIGPIPE, before)
        return exitCode(of: pid)
    }

    private static func cannotStart(_ program: String, _ error: Int32) -> CommandFailure {
        CommandFailure(
            .noInput, "\(printable(program)) cannot be started: \(SystemError.reason(error)).",
            hint: "Give a program on the PATH or its whole path, and make it executable.")
    }
}
