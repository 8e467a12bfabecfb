import Glibc
import NIOCore
import Positioning
import SystemServices

/// Runs the program of a source, one process at a time. The loop never waits for its end.
///
/// A process that waits for a device or a file system survives even SIGKILL until the wait ends.
/// No other process is started meanwhile, because it would hang as well.
@Loop
final class ProgramRunner {
    private var last: RunningProgram?
    private let remains: @Loop (String) -> Void
    private let says: @Loop (String) -> Void

    /// Creates a runner without a process.
    ///
    /// - Parameters:
    ///   - remains: receives a sentence about a killed process that does not end.
    ///   - says: receives the standard error of the program, line by line.
    init(
        remains: @escaping @Loop (String) -> Void, says: @escaping @Loop (String) -> Void
    ) {
        self.remains = remains
        self.says = says
    }

    /// Starts a program when nothing is left of the previous one; fails if that one does not end.
    ///
    /// - Parameters:
    ///   - source: the name of the source.
    ///   - stopTimeout_s: the seconds that the program may take to end after SIGTERM.
    func open(
        _ command: [String], of source: String, stopTimeout_s: Double, _ handler: LinkHandler
    ) -> EventLoopFuture<Link> {
        guard let last, last.isEnding else {
            return start(command, of: source, stopTimeout_s: stopTimeout_s, handler)
        }
        let opened = Loop.eventLoop.makePromise(of: Link.self)
        last.whenSettled {
            guard last.isEnding else {
                return self.open(command, of: source, stopTimeout_s: stopTimeout_s, handler)
                    .cascade(to: opened)
            }
            opened.fail(
                SourceUnavailable(
                    trouble: SourceTrouble(
                        code: "program-remains", sentence: Self.sentence(remaining: last, command)))
            )
        }
        return opened.futureResult
    }

    /// Whether something of its last program is left that is to end.
    var isEnding: Bool { last?.isEnding ?? false }

    /// Calls `body` when nothing is left of a program that is to end, or the limits are exceeded.
    func whenEnded(_ body: @escaping @Loop () -> Void) {
        if let last { last.whenSettled(body) } else { body() }
    }

    private func start(
        _ command: [String], of source: String, stopTimeout_s: Double, _ handler: LinkHandler
    ) -> EventLoopFuture<Link> {
        do {
            // Several daemons of a machine may have a source of that name.
            let mark = "GEOFENCED_SOURCE=\(source)@\(getpid())"
            let program = RunningProgram(
                try Subprocess.start(command, mark: mark), ProgramErrors(says), mark: mark,
                stopTimeout: .nanoseconds(Int64(stopTimeout_s * 1e9)))
            last = program
            program.readErrors()
            program.watch()
            // Without its arguments, which may be secrets that a reader must not see.
            let description = LinkDescription(device: command[0])
            return DescriptorChannel.open(program.takeOutput(), handler)
                .map { channel in
                    Loop.assume { program.outputIsLeft = { channel.close(promise: nil) } }
                    return Link(
                        description: description, channel: channel,
                        end: { self.end(program, command) },
                        loss: { self.loss(of: program, command) })
                }
                .flatMapErrorThrowing { error in
                    Loop.assume { self.end(program, command) }
                    throw error
                }
        } catch {
            return Loop.eventLoop.makeFailedFuture(error)
        }
    }

    /// Returns how a program that has closed its output ended.
    private func loss(
        of program: RunningProgram, _ command: [String]
    ) -> EventLoopFuture<SourceTrouble> {
        let promise = Loop.eventLoop.makePromise(of: SourceTrouble.self)
        program.leave { [remains] in
            if !program.hasEnded {
                let sentence = Self.sentence(remaining: program, command)
                remains(sentence)
                promise.succeed(SourceTrouble(code: "program-remains", sentence: sentence))
            } else {
                if !program.leftBehind.isEmpty {
                    let pids = program.leftBehind.map(String.init).joined(separator: ", ")
                    remains("what \(command[0]) had started (process \(pids)) is ended with it")
                }
                promise.succeed(Self.trouble(of: program, command))
            }
        }
        return promise.futureResult
    }

    private static func trouble(
        of program: RunningProgram, _ command: [String]
    ) -> SourceTrouble {
        let end: (code: String, words: String)
        switch program.ending {
        case _ where program.isStopped:
            end = ("program-failed", "closed its output, did not end, and was stopped")
        case .exited(status: 0), nil: end = ("program-ended", "ended")
        case .exited(let status): end = ("program-failed", "ended with status \(status)")
        case .signalled(let number): end = ("program-failed", "was ended by signal \(number)")
        }
        let words = program.errors.lastLine.map { ": \($0)" } ?? ""
        return SourceTrouble(
            code: end.code,
            sentence: "\(command[0]) \(end.words)\(words); it is started again by itself.")
    }

    private func end(_ program: RunningProgram, _ command: [String]) {
        program.end()
        program.whenSettled { [remains] in
            if program.isEnding { remains(Self.sentence(remaining: program, command)) }
        }
    }

    private static func sentence(remaining program: RunningProgram, _ command: [String]) -> String {
        let pids = program.hasEnded ? program.members : [program.pid]
        let processes = pids.map { pid in
            "process \(pid)" + (Subprocess.state(of: pid).map { ", state \($0)" } ?? "")
        }.joined(separator: "; ")
        let subject = program.hasEnded ? "what \(command[0]) has started" : command[0]
        return "\(subject) (\(processes)) was killed and has not ended; it is "
            + "started again when it has: check the device or file system that it waits for"
    }
}
