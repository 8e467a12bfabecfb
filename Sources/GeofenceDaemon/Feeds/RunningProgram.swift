import NIOCore
import SystemServices

/// A program whose output is a source.
@Loop
final class RunningProgram {
    /// Its process.
    let pid: Int32
    /// Nil once it has ended and was reaped: its number may then be that of another process.
    private var process: Subprocess?
    private let output: Int32
    private var isKilled = false
    /// Runs out when it should have ended long since.
    private var patience: LoopTimer?
    private var waiting: [@Loop () -> Void] = []

    /// Until the kernel is asked again whether a killed program has ended: as long as that takes.
    private static let firstLook = TimeAmount.milliseconds(1)
    /// The longest time between two such questions.
    private static let lastLook = TimeAmount.seconds(10)
    /// For a killed program to end: far longer than it takes where nothing is wrong.
    private static let patience = TimeAmount.seconds(5)

    init(_ process: consuming Subprocess) {
        pid = process.pid
        output = process.output
        self.process = consume process
    }

    /// Its standard output; to be taken once.
    func takeOutput() -> OwnedDescriptor { OwnedDescriptor(owning: output) }

    /// Whether it was killed and has not ended yet.
    var isEnding: Bool { isKilled && process != nil }

    /// Kills it and everything in its group, and waits for nothing.
    func end() {
        guard !isKilled else { return }
        isKilled = true
        process?.kill()
        patience = Loop.after(Self.patience) { self.settle() }
        look(again: Self.firstLook)
    }

    /// Does something when it has ended, or does not end though it should have long since.
    func whenSettled(_ body: @escaping @Loop () -> Void) {
        if isEnding, patience != nil { waiting.append(body) } else { body() }
    }

    private func look(again wait: TimeAmount) {
        process = process.take()?.reaped()
        guard process == nil else {
            Loop.after(wait) { self.look(again: min(wait * 2, Self.lastLook)) }
            return
        }
        settle()
    }

    private func settle() {
        patience?.cancel()
        patience = nil
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }
}
