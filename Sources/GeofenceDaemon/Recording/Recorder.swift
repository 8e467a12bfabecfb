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
/// An input costs the loop one copy into a list. Once a minute, or when the list is full, a thread of its own
/// packs the list and writes it as one block: a crash loses the last minute, and flash memory gets one
/// write a minute. A disk that hangs or is full costs the inputs meanwhile, and nothing else.
@Loop
final class Recorder {
    /// After so long a block is written, however little is in it.
    static let period = TimeAmount.seconds(60)
    /// Inputs of a block at most: a minute at 10 Hz, 130 KiB in memory.
    static let blockInputs = 600
    /// Bytes of the keys of senders after which a block ends sooner, so that a page of blocks fits a line.
    nonisolated static let blockText_bytes = 128 << 10
    /// Blocks that may wait for the disk; what comes after them is lost.
    static let waitingMaximum = 8
    private static let day_s = 86_400.0

    /// Whether inputs are recorded. An existing recording can be read and removed in any case.
    let isOn: Bool
    /// Bytes that the files may have.
    let limit_bytes: Int64
    /// Days after which they are removed.
    let days: Int
    /// The directory of the files.
    let directory: RecordingDirectory
    /// Gets the reason why inputs cannot be written, and nil when they can again.
    var changed: @Loop (RecordingError?) -> Void = { _ in }
    /// Why the last block was not written; nil when it was.
    private(set) var failure: RecordingError?
    /// The size of the recording.
    private(set) var usage = RecordingWriter.Usage()
    /// Inputs that were not written.
    private(set) var lost = 0

    private let boot: BootID?
    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let writer: RecorderThread
    private var inputs: [RecordedInput] = []
    private var text_bytes = 0
    private var timer: LoopTimer?
    private var waiting = 0
    /// The last state of the wall clock that the engine got; nil before that.
    private var clock: RecordedInput.Content?

    /// A recorder into the state directory.
    init(_ settings: DaemonSettings, in stateDirectory: String, boot: BootID?) {
        isOn = settings.record
        limit_bytes = Int64(settings.record_MiB) << 20
        days = settings.recordDays
        directory = RecordingDirectory(in: stateDirectory)
        self.boot = boot
        writer = RecorderThread(
            RecordingWriter(
                directory, .init(bytes: limit_bytes, age_s: Double(days) * Self.day_s)))
        thread.start()
        tidy()
    }

    /// Records an input that the engine took at an instant.
    func note(_ content: RecordedInput.Content, source: String = "", at instant: BootInstant) {
        guard isOn else { return }
        if case .wallClock = content { clock = content }
        if inputs.isEmpty { begin(at: instant) }
        let input = RecordedInput(content, source: source, at: instant)
        inputs.append(input)
        text_bytes += input.text_bytes
        if inputs.count >= Self.blockInputs || text_bytes >= Self.blockText_bytes { flush() }
    }

    /// Begins a block, which can be understood by itself: so the wall clock is in each.
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
        let now = WallClock.now()
        let offset_ns = now.nanoseconds &- BootClock.now().nanoseconds
        run { [boot, isClockSet] writer throws(RecordingError) in
            try writer.write(
                block, boot: boot, wallOffset_ns: offset_ns, now: now, isClockSet: isClockSet)
        } then: { [self] failure in
            waiting -= 1
            if failure != nil { lost += block.count }
            settle(failure)
        }
    }

    /// The inputs of the block that was begun; the next input begins another one.
    private func takeNoted() -> [RecordedInput] {
        timer?.cancel()
        timer = nil
        defer { (inputs, text_bytes) = ([], 0) }
        return inputs
    }

    /// Removes blocks that have become too old.
    func tidy() {
        let now = WallClock.now()
        run { [isClockSet] writer throws(RecordingError) in
            try writer.tidy(now: now, isClockSet: isClockSet)
        } then: { _ in
        }
    }

    /// Removes the recording; `done` gets its bytes, or why it cannot be removed.
    func removeAll(_ done: @escaping @Loop (Result<Int64, RecordingError>) -> Void) {
        _ = takeNoted()
        let before = usage.bytes
        run { writer throws(RecordingError) in
            try writer.removeAll()
        } then: { failure in
            done(failure.map { .failure($0) } ?? .success(before))
        }
    }

    /// Does work on the files after all work that was handed over so far; `take` runs on the loop.
    func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (RecordingDirectory) -> Outcome,
        then take: @escaping @Loop (Outcome) -> Void
    ) {
        thread.submit { [directory] _ in
            let outcome = work(directory)
            Loop.soon { take(outcome) }
        }
    }

    /// Writes the inputs so far; `done` is called when they are on the disk or given up.
    func close(_ done: @escaping @Loop () -> Void) {
        flush()
        read({ _ in }, then: { _ in done() })
    }

    /// Whether nothing says that the system clock is still to be set.
    private var isClockSet: Bool { Clocks.isSynchronized() != false }

    private func run(
        _ work: @escaping @Sendable (inout RecordingWriter) throws(RecordingError) -> Void,
        then: @escaping @Loop (RecordingError?) -> Void
    ) {
        thread.submit { [writer] _ in
            let (failure, usage) = writer.perform(work)
            Loop.soon {
                self.usage = usage
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

/// The writer, which only the recorder's thread uses.
private final class RecorderThread: Sendable {
    private let writer: Mutex<RecordingWriter>

    init(_ writer: RecordingWriter) {
        self.writer = Mutex(writer)
    }

    /// Does work with the writer; returns why it failed, and the size of the recording then.
    func perform(
        _ work: (inout RecordingWriter) throws(RecordingError) -> Void
    ) -> (RecordingError?, RecordingWriter.Usage) {
        writer.withLock { writer in
            do throws(RecordingError) {
                try work(&writer)
                return (nil, writer.usage)
            } catch {
                return (error, writer.usage)
            }
        }
    }
}
