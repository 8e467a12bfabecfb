import NIOCore
import SystemServices

/// A program whose output is a source.
@Loop
final class RunningProgram {
    /// Its process.
    let pid: Int32
    /// What it writes to its standard error.
    let errors: ProgramErrors
    /// How it ended; nil until it has.
    private(set) var ending: Subprocess.Ending?
    /// Whether it was killed.
    private(set) var isKilled = false
    /// Nil once it has ended and was reaped: its number may then be that of another process.
    private var process: Subprocess?
    private let output: Int32
    private let errorOutput: Int32
    private var errorChannel: (any Channel)?
    private var isLeaving = false
    /// Whether it has had its time to end and has not.
    private var isRemaining = false
    /// Runs out when it should have ended long since.
    private var patience: LoopTimer?
    private var waiting: [@Loop () -> Void] = []

    /// Until the kernel is asked again whether a program has ended: as long as that takes.
    private static let firstLook = TimeAmount.milliseconds(1)
    /// The longest time between two such questions.
    private static let lastLook = TimeAmount.seconds(10)
    /// For a killed program to end: far longer than it takes where nothing is wrong.
    private static let patience = TimeAmount.seconds(5)
    /// For a program that has closed its output to end by itself and to write why to its standard
    /// error.
    private static let grace = TimeAmount.seconds(1)

    init(_ process: consuming Subprocess, _ errors: ProgramErrors) {
        pid = process.pid
        output = process.output
        errorOutput = process.errors
        self.errors = errors
        self.process = consume process
    }

    /// Its standard output; to be taken once.
    func takeOutput() -> OwnedDescriptor { OwnedDescriptor(owning: output) }

    /// Begins to read its standard error; to be called once.
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

    /// Whether it is to end and has not yet.
    var isEnding: Bool { (isKilled || isLeaving) && process != nil }

    /// Kills it and everything in its group, and waits for nothing.
    func end() {
        guard !isKilled else { return }
        isKilled = true
        process?.kill()
        patience?.cancel()
        patience = Loop.after(Self.patience) { self.giveUp() }
        if !isLeaving { look(again: Self.firstLook) }
    }

    /// Lets it end by itself, and kills it if it has not soon; does something then.
    func leave(_ body: @escaping @Loop () -> Void) {
        guard !isEnding, !isLeaving else { return whenSettled(body) }
        isLeaving = true
        waiting.append(body)
        patience = Loop.after(Self.grace) { self.end() }
        look(again: Self.firstLook)
    }

    /// Does something when it has ended, or does not end though it should have long since.
    func whenSettled(_ body: @escaping @Loop () -> Void) {
        if isEnding, !isRemaining { waiting.append(body) } else { body() }
    }

    private func look(again wait: TimeAmount) {
        process = process.take()?.reaped { ending = $0 }
        guard process == nil else {
            Loop.after(wait) { self.look(again: min(wait * 2, Self.lastLook)) }
            return
        }
        // Its last lines may still be in the pipe, unless another process holds that open.
        guard errorChannel?.isActive == true, !isRemaining else { return settle() }
        patience?.cancel()
        patience = Loop.after(Self.lastLines) { self.settle() }
    }

    /// For its last lines to be read.
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
