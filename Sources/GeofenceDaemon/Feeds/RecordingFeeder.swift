import Chronology
import NIOCore
import Positioning
import SystemServices

/// Plays a recorded file in its own time, faster or slower.
@Loop
final class RecordingFeeder: Feeder {
    /// Bytes read from the file at once; their reports wait in memory.
    private static let piece = 16 << 10
    /// Reports handed over in one go before others get their turn.
    private static let burst = 64

    private unowned let source: Source
    private let path: String
    private let format: TrackFormat
    private let speed: Double
    private let loops: Bool
    private var file: FileReader?
    private var reader: TrackReader
    private var waiting: [TimedReport] = []
    private var started = BootInstant(nanoseconds: 0)
    private var timer: Scheduled<Void>?

    /// A feeder that has not begun. `speed` is how many times faster than recorded; infinite plays
    /// without any waiting.
    init(_ source: Source, path: String, format: TrackFormat, speed: Double, loops: Bool) {
        self.source = source
        self.path = path
        self.format = format
        self.speed = speed
        self.loops = loops
        reader = TrackReader(format, source.settings.track)
    }

    func start() {
        do {
            file = try FileReader(path)
        } catch {
            source.unavailable(SourceTrouble(code: "unreadable", sentence: "\(error)"))
            return
        }
        reader = TrackReader(format, source.settings.track)
        waiting = []
        started = now
        source.opened(LinkDescription(device: path))
        play()
    }

    func stop() {
        timer?.cancel()
        timer = nil
        file = nil
        waiting = []
    }

    private var now: BootInstant { BootInstant(nanoseconds: Clocks.bootNanoseconds()) }

    /// Hands over what is due, and sets the timer for the rest.
    private func play() {
        timer = nil
        for _ in 0..<Self.burst {
            guard fill() else { return end() }
            let due = self.due(waiting[0])
            guard due <= now else { return wait(due.nanoseconds - now.nanoseconds) }
            source.take(waiting.removeFirst().report)
            guard file != nil else { return }
        }
        wait(0)
    }

    private func due(_ report: TimedReport) -> BootInstant {
        guard speed.isFinite else { return started }
        return started.advanced(bySeconds: Double(report.at.nanoseconds) / 1e9 / speed)
    }

    private func wait(_ nanoseconds: Int64) {
        let this = LoopBound(self)
        timer = Loop.eventLoop.scheduleTask(in: .nanoseconds(max(0, nanoseconds))) {
            Loop.assume { this.value.play() }
        }
    }

    /// Reads on until a report waits; false at the end of the file.
    private func fill() -> Bool {
        while waiting.isEmpty {
            guard let file else { return false }
            let bytes = file.read(Self.piece)
            var found: [TimedReport] = []
            if bytes.isEmpty {
                self.file = nil
                reader.finish { found.append($0) }
            } else {
                reader.receive(bytes.span) { found.append($0) }
            }
            source.recordingCounts = reader.counts
            waiting = found
            if bytes.isEmpty, found.isEmpty { return false }
        }
        return true
    }

    private func end() {
        guard loops else { return source.ended() }
        start()
    }
}
