import Chronology
import FixRecorder
import Geofencing
import NIOCore
import NIOPosix
import Settings
import Synchronization
import SystemServices

/// Records the inputs of the engine for some days, so that they can be evaluated again.
///
/// An input costs the loop one copy into a list. Once a minute, or when the list is full, the recorder's
/// thread packs the list and writes it as one block: a crash loses the last minute, and flash memory gets one
/// write a minute. While the disk hangs or is full, inputs are lost, but no other work waits.
@Loop
final class Recorder {
    /// The time after which a block is written, whatever its size.
    static let period = TimeAmount.seconds(60)
    /// The maximum number of inputs in a block: a minute at 10 Hz, 130 KiB in memory.
    static let blockInputs = 600
    /// Bytes of the senders' own keys that end a block early, so that a page of blocks fits one line.
    nonisolated static let blockText_bytes = 128 << 10
    /// The maximum number of blocks that wait for the disk; further blocks are lost.
    static let waitingMaximum = 8
    private static let day_s = 86_400.0

    /// Whether inputs are recorded. An existing recording can always be read and removed.
    let isOn: Bool
    /// The maximum total size of the files in bytes.
    let limit_bytes: Int64
    /// Days after which a file is removed.
    let days: Int
    /// The directory of the files.
    let directory: RecordingDirectory
    /// Called with the reason when inputs cannot be written, and with nil when they can be again.
    var changed: @Loop (RecordingError?) -> Void = { _ in }
    /// Called with the files that limits have removed.
    var removed: @Loop (RecordingWriter.Removal) -> Void = { _ in }
    /// Why the last block was not written; nil when it was.
    private(set) var failure: RecordingError?
    /// The stored files after the last operation.
    private(set) var usage = RecordingWriter.Usage()
    /// The number of inputs that were not written.
    private(set) var lost = 0

    private let boot: BootID?
    private var steadiness: ClockSteadiness
    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let writer: RecorderThread
    private var inputs: [RecordedInput] = []
    private var text_bytes = 0
    private var timer: LoopTimer?
    private var waiting = 0
    /// The last state of the wall clock that the engine received; nil before the first.
    private var clock: RecordedInput.Content?

    /// Creates a recorder that writes into the state directory.
    init(_ settings: DaemonSettings, in stateDirectory: String, boot: BootID?) {
        isOn = settings.record
        limit_bytes = Int64(settings.record_MiB) << 20
        days = settings.recordDays
        directory = RecordingDirectory(in: stateDirectory)
        self.boot = boot
        steadiness = ClockSteadiness(settings.wallClock) { Clocks.isSynchronized() == true }
        writer = RecorderThread(
            RecordingWriter(
                directory, .init(bytes: limit_bytes, age_s: Double(days) * Self.day_s)))
        thread.start()
    }

    /// Records an input that the engine received at an instant.
    func note(_ content: RecordedInput.Content, source: String = "", at instant: BootInstant) {
        guard isOn else { return }
        if case .wallClock = content { clock = content }
        if inputs.isEmpty { begin(at: instant) }
        let input = RecordedInput(content, source: source, at: instant)
        inputs.append(input)
        text_bytes += input.text_bytes
        if inputs.count >= Self.blockInputs || text_bytes >= Self.blockText_bytes { flush() }
    }

    /// Begins a block. Each block states the wall clock, so that it can be read without other blocks.
    private func begin(at instant: BootInstant) {
        if let clock { inputs.append(RecordedInput(clock, at: instant)) }
        timer = Loop.after(Self.period) { self.flush() }
    }

    /// Writes the inputs so far as a block.
    func flush() {
        let block = takeNoted()
        guard !block.isEmpty else { return }
        guard waiting < Self.waitingMaximum else {
            lost += block.count
            return
        }
        waiting += 1
        run { [clocks] writer throws(RecordingError) in
            try writer.write(block, clocks)
        } then: { [self] failure in
            waiting -= 1
            if failure != nil { lost += block.count }
            settle(failure)
        }
    }

    /// Removes and returns the inputs of the current block. The next input begins another one.
    private func takeNoted() -> [RecordedInput] {
        timer?.cancel()
        timer = nil
        defer { (inputs, text_bytes) = ([], 0) }
        return inputs
    }

    /// Removes files that are too old, or beyond the size limit.
    func tidy() {
        run { [clocks] writer throws(RecordingError) in
            try writer.tidy(clocks)
        } then: { _ in
        }
    }

    /// Removes the recording. Passes its size in bytes to `done`, or the error.
    func removeAll(_ done: @escaping @Loop (Result<Int64, RecordingError>) -> Void) {
        _ = takeNoted()
        let before = usage.bytes
        run { writer throws(RecordingError) in
            try writer.removeAll()
        } then: { failure in
            done(failure.map { .failure($0) } ?? .success(before))
        }
    }

    /// Runs `work` on the files after all earlier work. `take` runs on the loop with the result.
    func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (RecordingDirectory) -> Outcome,
        then take: @escaping @Loop (Outcome) -> Void
    ) {
        thread.submit { [directory] _ in
            let outcome = work(directory)
            Loop.soon { take(outcome) }
        }
    }

    /// Writes the inputs so far. Calls `done` when they are on the disk or lost.
    func close(_ done: @escaping @Loop () -> Void) {
        flush()
        read({ _ in }, then: { _ in done() })
    }

    /// The clocks now.
    private var clocks: RecordingWriter.Clocks {
        let (wall, at) = (WallClock.now(), BootClock.now())
        return RecordingWriter.Clocks(
            boot: boot, at: at, wall: wall, isWallReliable: steadiness.isReliable(wall, at: at))
    }

    private func run(
        _ work: @escaping @Sendable (inout RecordingWriter) throws(RecordingError) -> Void,
        then: @escaping @Loop (RecordingError?) -> Void
    ) {
        thread.submit { [writer] _ in
            let (failure, usage, removals) = writer.perform(work)
            Loop.soon {
                self.usage = usage
                for removal in removals { self.removed(removal) }
                then(failure)
            }
        }
    }

    private func settle(_ failure: RecordingError?) {
        let hasChanged = failure?.code != self.failure?.code
        self.failure = failure
        if hasChanged { changed(failure) }
    }
}

/// The writer. Only the recorder's thread uses it.
private final class RecorderThread: Sendable {
    private let writer: Mutex<RecordingWriter>

    init(_ writer: RecordingWriter) {
        self.writer = Mutex(writer)
    }

    /// Runs `work` with the writer. Returns its error, the stored files afterwards, and those that limits
    /// have removed.
    func perform(
        _ work: (inout RecordingWriter) throws(RecordingError) -> Void
    ) -> (RecordingError?, RecordingWriter.Usage, [RecordingWriter.Removal]) {
        writer.withLock { writer in
            writer.removals = []
            do throws(RecordingError) {
                try work(&writer)
                return (nil, writer.usage, writer.removals)
            } catch {
                return (error, writer.usage, writer.removals)
            }
        }
    }
}
