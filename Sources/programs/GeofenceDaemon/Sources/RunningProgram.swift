import Glibc
import NIOCore
import SystemServices

/// A running program whose output is the input of a source.
@Loop
final class RunningProgram {
    /// Its process id.
    let pid: Int32
    /// The reader of its standard error.
    let errors: ProgramErrors
    /// How it ended; nil while it runs, and when that is unknown.
    private(set) var ending: Subprocess.Ending?
    /// Whether the daemon has asked it to end before it did.
    private(set) var isStopped = false
    /// The processes that it had started and that were left when it ended by itself.
    private(set) var leftBehind: [Int32] = []
    /// Nil once it has ended and was reaped: its id may then be that of another process.
    private var process: Subprocess?
    private let family: ProgramFamily
    private let stopTimeout: TimeAmount
    private let output: Int32
    private let errorOutput: Int32
    private var errorChannel: (any Channel)?
    private var isLeaving = false
    private var isStopping = false
    /// Whether neither it nor a process that it started is left.
    private var isGone = false
    /// Whether it was killed, and something of it has not ended within the limit.
    private var isRemaining = false
    /// Whether its end was reported, after its last lines.
    private var isEndReported = false
    /// The timer of the next check for what is left of it.
    private var nextLook: LoopTimer?
    /// The timer of the limit that runs now.
    private var patience: LoopTimer?
    /// Called when it has ended.
    private var awaitingEnd: [@Loop () -> Void] = []
    /// Called when nothing of it is left.
    private var awaitingAll: [@Loop () -> Void] = []

    /// The first interval between checks for the end of the processes that it started.
    private static let firstLook = TimeAmount.milliseconds(10)
    /// The maximum interval between two checks; the interval doubles.
    private static let lastLook = TimeAmount.seconds(1)
    /// The limit for the end of a killed program: far longer than that usually takes.
    private static let patience = TimeAmount.seconds(5)
    /// The limit for a program that has closed its output to end by itself and to write the
    /// reason to its standard error.
    private static let grace = TimeAmount.seconds(1)
    /// The limit for reading what a program has written before it ended.
    private static let lastLines = TimeAmount.milliseconds(200)

    /// - Parameters:
    ///   - mark: the entry of its environment by which the processes that it starts are found.
    ///   - stopTimeout: how long it may take to end after SIGTERM.
    init(
        _ process: consuming Subprocess, _ errors: ProgramErrors, mark: String,
        stopTimeout: TimeAmount
    ) {
        pid = process.pid
        output = process.output
        errorOutput = process.errors
        family = ProgramFamily(group: process.pid, mark: mark)
        self.stopTimeout = stopTimeout
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

    /// Watches for its end; to be called once.
    func watch() {
        let isWatched = Subprocess.whenEnded(pid) { Loop.soon { self.reap() } }
        // Without a thread its end is still seen where it is awaited.
        if !isWatched { lookForEnd(again: Self.firstLook) }
    }

    /// Whether it is to end, and something of it is left.
    var isEnding: Bool { (isStopping || isLeaving) && !isGone }

    /// Whether it has been killed, or has ended by itself.
    var hasEnded: Bool { process == nil }

    /// Asks it and the processes that it started to end, and kills them after the limit; does not wait.
    func end() {
        guard !isStopping else { return }
        isStopping = true
        isStopped = !hasEnded
        signal(SIGTERM)
        patience?.cancel()
        patience = Loop.after(stopTimeout) { self.kill() }
        look(again: Self.firstLook)
    }

    /// Lets it end by itself, ends it after `grace`, then calls `body` when it has ended or exceeded
    /// the limits.
    func leave(_ body: @escaping @Loop () -> Void) {
        guard !isEndReported, !isRemaining else { return body() }
        awaitingEnd.append(body)
        guard !hasEnded, !isStopping, !isLeaving else { return }
        isLeaving = true
        patience = Loop.after(Self.grace) { self.end() }
    }

    /// Calls `body` when nothing of it is left, or the limits are exceeded.
    func whenSettled(_ body: @escaping @Loop () -> Void) {
        if isEnding, !isRemaining { awaitingAll.append(body) } else { body() }
    }

    /// The processes that it started and that have not ended.
    var members: [Int32] { family.members() }

    /// Called when it has ended and its standard output is still open, as another process holds it.
    var outputIsLeft: @Loop () -> Void = {}

    private func kill() {
        signal(SIGKILL)
        patience = Loop.after(Self.patience) { self.giveUp() }
    }

    private func signal(_ number: Int32) {
        let members = members
        process?.signal(number)
        for pid in members where hasEnded || getpgid(pid) != family.group {
            _ = Glibc.kill(pid, number)
        }
    }

    private func lookForEnd(again wait: TimeAmount) {
        reap()
        guard !hasEnded else { return }
        Loop.after(wait) { self.lookForEnd(again: min(wait * 2, Self.lastLook)) }
    }

    /// Notes its end, and ends what it has left behind.
    private func reap() {
        guard process != nil else { return }
        process = process.take()?.reaped { ending = $0 }
        guard hasEnded else { return }
        if !isStopping { leftBehind = members }
        end()
        look(again: Self.firstLook)
        // Its last lines may be in the pipes. Limited: another process may hold them open.
        Loop.after(Self.lastLines) { self.outputIsLeft() }
        guard errorChannel?.isActive == true, !isRemaining else { return reportEnd() }
        Loop.after(Self.lastLines) { self.reportEnd() }
    }

    /// Looks whether anything of it is left, now and again until nothing is.
    private func look(again wait: TimeAmount) {
        nextLook?.cancel()
        guard hasEnded, members.isEmpty else {
            nextLook = Loop.after(wait) { self.look(again: min(wait * 2, Self.lastLook)) }
            return
        }
        nextLook = nil
        isGone = true
        patience?.cancel()
        patience = nil
        reportAll()
    }

    private func errorsEnded() {
        errorChannel = nil
        errors.endLine()
        if hasEnded { reportEnd() }
    }

    private func giveUp() {
        isRemaining = !isGone
        reportEnd()
        reportAll()
    }

    private func reportEnd() {
        if hasEnded {
            errors.endLine()
            errorChannel?.close(promise: nil)
            isEndReported = true
        }
        let bodies = awaitingEnd
        awaitingEnd = []
        for body in bodies { body() }
    }

    private func reportAll() {
        let bodies = awaitingAll
        awaitingAll = []
        for body in bodies { body() }
    }
}
