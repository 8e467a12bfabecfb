import Chronology
import NIOCore
import Positioning

/// Gives the reports of a recording one by one, each with its time in the recording; nil at the end.
typealias Recording = @Loop () -> (at: BootInstant, report: Report)?

/// Plays a recording in its own time, faster or slower.
@Loop
final class RecordingDriver: SourceDriver {
    /// Reports handed over in one go before others get their turn.
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

    /// A driver that has not begun. `speed` is how many times faster than recorded; infinite plays
    /// without any waiting.
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
        // Sources that take its fixes are attached by then.
        wait(0)
    }

    func stop() {
        timer?.cancel()
        timer = nil
        recording = nil
    }

    /// Hands over what is due, and sets the timer for the rest.
    private func play() {
        timer = nil
        for _ in 0..<Self.burst {
            guard let report = next else { return end() }
            let due = due(report)
            let now = BootClock.now()
            guard due <= now else { return wait(due.nanoseconds - now.nanoseconds) }
            source.take(report.report)
            // What was handed over may have stopped the source.
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

    /// An empty recording played again and again must not keep the loop busy.
    private static let pauseBetweenRounds = TimeAmount.seconds(1)
}
