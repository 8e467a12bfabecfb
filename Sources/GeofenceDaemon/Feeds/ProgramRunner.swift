import NIOCore
import Positioning
import SystemServices

/// Runs the program of a source: one at a time, and never waits on the loop for its end.
///
/// A program that waits for a device or a file system survives even SIGKILL until that answers. No
/// other one is started meanwhile: each would get stuck as well.
@Loop
final class ProgramRunner {
    private var last: RunningProgram?
    private let remains: @Loop (String) -> Void

    /// A runner that has not started anything.
    ///
    /// - Parameter remains: gets a sentence about a program that was killed and does not end.
    init(remains: @escaping @Loop (String) -> Void) {
        self.remains = remains
    }

    /// Starts a program, as soon as the one before has ended.
    func open(_ command: [String], _ handler: LinkHandler) -> EventLoopFuture<Link> {
        guard let last, last.isEnding else { return start(command, handler) }
        let opened = Loop.eventLoop.makePromise(of: Link.self)
        last.whenSettled {
            guard last.isEnding else { return self.open(command, handler).cascade(to: opened) }
            opened.fail(
                SourceUnavailable(
                    trouble: SourceTrouble(
                        code: "program-remains", sentence: Self.sentence(about: last, command))))
        }
        return opened.futureResult
    }

    private func start(_ command: [String], _ handler: LinkHandler) -> EventLoopFuture<Link> {
        do {
            let program = RunningProgram(try Subprocess.start(command))
            last = program
            let description = LinkDescription(device: command.joined(separator: " "))
            return DescriptorChannel.open(program.takeOutput(), handler)
                .map { channel in
                    Link(
                        description: description, channel: channel,
                        end: { self.end(program, command) })
                }
                .flatMapErrorThrowing { error in
                    Loop.assume { self.end(program, command) }
                    throw error
                }
        } catch {
            return Loop.eventLoop.makeFailedFuture(error)
        }
    }

    private func end(_ program: RunningProgram, _ command: [String]) {
        program.end()
        program.whenSettled { [remains] in
            if program.isEnding { remains(Self.sentence(about: program, command)) }
        }
    }

    private static func sentence(about program: RunningProgram, _ command: [String]) -> String {
        let state = Subprocess.state(of: program.pid).map { ", state \($0)" } ?? ""
        return "\(command[0]) (process \(program.pid)\(state)) was killed and has not ended; it is "
            + "started again when it has: check the device or file system that it waits for"
    }
}
