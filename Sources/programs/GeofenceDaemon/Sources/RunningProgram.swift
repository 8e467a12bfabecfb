import NIOCore
import SystemServices

/// A running program whose output is the input of a source.
@Loop
final class RunningProgram {
    /// Its process id.
    let pid: Int32
    /// The reader of its standard error.
    let errors: ProgramErrors
    /// How it ended; nil while it runs.
    private(set) var ending: Subprocess.Ending?
    /// Whether the daemon has killed it.
    private(set) var isKilled = false
    /// Nil once it has ended and was reaped: its id may then be that of another process.
    private var process: Subprocess?
    private let output: Int32
    private let errorOutput: Int32
    private var errorChannel: (any Channel)?
    private var isLeaving = false
    /// Whether it was killed and has not ended within the limit.
    private var isRemaining = false
    /// The timer of the limit that runs now.
    private var patience: LoopTimer?
    private var waiting: [@Loop () -> Void] = []

    /// The first interval between checks for the end of a program: about the time it takes.
    private static let firstLook = TimeAmount.milliseconds(1)
    /// The maximum interval between two checks; the interval doubles.
    private static let lastLook = TimeAmount.seconds(10)
    /// The limit for the end of a killed program: far longer than that usually takes.
    private static let patience = TimeAmount.seconds(5)
    /// The limit for a program that has closed its output to end by itself and to write the
    /// reason to its standard error.
    private static let grace = TimeAmount.seconds(1)

    init(_ process: consuming Subprocess, _ errors: ProgramErrors) {
        pid = process.pid
        output = process.output
        errorOutput = process.errors
        self.errors = errors
        self.process = consume process
    }

    /// Returns its standard output; to be called once.
    func takeOutput() -> OwnedDescriptor { OwnedDescriptor(owning: output) }

    /// Starts to read its standard error; to be called once.
    func readErrors() {
        let descriptor = OwnedDescriptor(owning: errorOutput)
        let errors = errors
        DescriptorChannel.open(descriptor, LinkHandler { errors.take($0) }).whenSuccess { channel in
            Loop.assume {
                self.errorChannel = channel
                channel.closeFuture.whenComplete { _ in Loop.assume { self.errorsEnded() } }
                channel.setOption(.autoRead, value: true).whenFailure { _ in }
            }
        }
    }

    /// Whether it is to end and has not ended yet.
    var isEnding: Bool { (isKilled || isLeaving) && process != nil }

    /// Kills it and its process group; does not wait.
    func end() {
        guard !isKilled else { return }
        isKilled = true
        process?.kill()
        patience?.cancel()
        patience = Loop.after(Self.patience) { self.giveUp() }
        if !isLeaving { look(again: Self.firstLook) }
    }

    /// Lets it end by itself, kills it after `grace`, then calls `body` when it is settled.
    func leave(_ body: @escaping @Loop () -> Void) {
        guard !isEnding, !isLeaving else { return whenSettled(body) }
        isLeaving = true
        waiting.append(body)
        patience = Loop.after(Self.grace) { self.end() }
        look(again: Self.firstLook)
    }

    /// Calls `body` when it has ended, or has exceeded the limit for its end.
    func whenSettled(_ body: @escaping @Loop () -> Void) {
        if isEnding, !isRemaining { waiting.append(body) } else { body() }
    }

    private func look(again wait: TimeAmount) {
        process = process.take()?.reaped { ending = $0 }
        guard process == nil else {
            Loop.after(wait) { self.look(again: min(wait * 2, Self.lastLook)) }
            return
        }
        // Its last lines may be in the pipe. Limited: another process may hold the pipe open.
        guard errorChannel?.isActive == true, !isRemaining else { return settle() }
        patience?.cancel()
        patience = Loop.after(Self.lastLines) { self.settle() }
    }

    /// The limit for reading its last lines.
    private static let lastLines = TimeAmount.milliseconds(200)

    private func errorsEnded() {
        errorChannel = nil
        errors.endLine()
        if process == nil { settle() }
    }

    private func giveUp() {
        isRemaining = process != nil
        settle()
    }

    private func settle() {
        patience?.cancel()
        patience = nil
        if process == nil {
            errors.endLine()
            errorChannel?.close(promise: nil)
        }
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }
}
