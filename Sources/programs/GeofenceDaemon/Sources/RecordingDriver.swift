import Chronology
import NIOCore
import Positioning

/// Returns the next report of a recording and its time since the start, or nil at the end.
typealias Recording = @Loop () -> (at: BootInstant, report: Report)?

/// Plays a recording at its original speed, slower or faster.
@Loop
final class RecordingDriver: SourceDriver {
    /// The maximum number of reports passed on in one go, so that other work gets its turn.
    private static let burst = 64

    private unowned let source: Source
    private let path: String
    private let speed: Double
    private let loops: Bool
    private let open: @Loop (Source) throws(SourceUnavailable) -> Recording
    private var recording: Recording?
    private var next: (at: BootInstant, report: Report)?
    private var started = BootInstant(nanoseconds: 0)
    private var timer: LoopTimer?

    /// Creates a driver that is not started. `speed` is the factor over the recorded speed; infinity
    /// plays without waiting.
    init(
        _ source: Source, path: String, speed: Double, loops: Bool,
        open: @escaping @Loop (Source) throws(SourceUnavailable) -> Recording
    ) {
        self.source = source
        self.path = path
        self.speed = speed
        self.loops = loops
        self.open = open
    }

    func start() {
        do throws(SourceUnavailable) {
            recording = try open(source)
        } catch {
            return source.unavailable(error.trouble)
        }
        next = recording?()
        started = BootClock.now()
        source.opened(LinkDescription(device: path))
        // Not played at once: sources that take its fixes are attached first.
        wait(0)
    }

    func stop() {
        timer?.cancel()
        timer = nil
        recording = nil
    }

    /// Passes on the reports whose time has come, and sets the timer for the next one.
    private func play() {
        timer = nil
        for _ in 0..<Self.burst {
            guard let report = next else { return end() }
            let due = due(report)
            let now = BootClock.now()
            guard due <= now else { return wait(due.nanoseconds - now.nanoseconds) }
            source.take(report.report)
            // The report may have stopped the source.
            guard let recording else { return }
            next = recording()
        }
        wait(0)
    }

    private func due(_ report: (at: BootInstant, report: Report)) -> BootInstant {
        guard speed.isFinite else { return started }
        return started.advanced(bySeconds: Double(report.at.nanoseconds) / 1e9 / speed)
    }

    private func wait(_ nanoseconds: Int64) {
        timer = Loop.after(.nanoseconds(max(0, nanoseconds))) { self.play() }
    }

    private func end() {
        recording = nil
        guard loops else { return source.ended() }
        timer = Loop.after(Self.pauseBetweenRounds) {
            self.source.beginsAgain()
            self.start()
        }
    }

    /// The wait before a repetition: an empty recording must not keep the loop busy.
    private static let pauseBetweenRounds = TimeAmount.seconds(1)
}
