import Chronology
public import ControlProtocol
public import FixRecorder
public import Geofencing
public import Positioning

/// Runs the engine over a recording, in the time of the recording, without the daemon.
///
/// The same recording and configuration give the same records, byte for byte.
public struct Replay: Sendable {
    /// The epoch in `EventRecord.event_id`.
    public static let epoch = "replay"
    /// Seconds that timers run after the last fix when the source never becomes stale.
    public static let longestTail_s = VirtualRun.longestTail_s

    /// The engine in its present state.
    public var engine: Engine { run.engine }
    private let source: String?
    private var run: VirtualRun
    private var lastSeq: Int64 = 0
    private var clock = RecordedClock()
    /// The sources that deliver, of what the daemon recorded.
    private var running: Set<String> = []
    private var evaluation = ReplayEvaluation()

    /// A replay before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: the configuration to run.
    ///   - source: the source of the reports of a recording; nil for what the daemon recorded, whose
    ///     entries name their sources.
    ///   - say: receives the events of the start.
    public init(
        _ configuration: EngineConfiguration, source: String?, _ say: (EventRecord) -> Void
    ) {
        var seq: Int64 = 0
        self.source = source
        run = VirtualRun(configuration, source: source, start: BootInstant(nanoseconds: 0)) {
            seq += 1
            say(Self.record($0, seq))
        }
        lastSeq = seq
    }

    /// Evaluates the next report of the recording, after timers with an earlier deadline.
    public mutating func take(_ report: TimedReport, _ say: (EventRecord) -> Void) {
        switch report.report {
        case .fix(let fix):
            guard let source else { return }
            take(.fix(LocationUpdate(fix), source: source), at: report.at, say)
        case .noFix, .failure, .discard, .timeFault, .gpsd: return
        }
    }

    /// Evaluates the next entry that the daemon recorded, after timers with an earlier deadline.
    public mutating func take(_ entry: RecordedEntry, _ say: (EventRecord) -> Void) {
        let (instant, source) = (clock.instant(of: entry), entry.input.source)
        switch entry.input.content {
        case .fix(let update, _, _):
            // Entries may start after the source has started to deliver.
            if running.insert(source).inserted {
                take(.feedRunning(true, source: source), at: instant, say)
            }
            take(.fix(update, source: source), at: instant, say)
        case .running(let isRunning):
            if isRunning { running.insert(source) } else { running.remove(source) }
            take(.feedRunning(isRunning, source: source), at: instant, say)
        case .restarted: take(.sourceRestarted(source: source), at: instant, say)
        case .wallClock(let offset_ns):
            take(.wallClock(offset_ns: offset_ns.map { $0 &+ clock.shift_ns }), at: instant, say)
        case .started:
            for name in running.sorted() {
                take(.feedRunning(false, source: name), at: instant, say)
            }
            running = []
            take(.wallClock(offset_ns: nil), at: instant, say)
        }
    }

    private mutating func take(
        _ input: Input, at instant: BootInstant, _ say: (EventRecord) -> Void
    ) {
        var seq = lastSeq
        run.take(input, at: instant) {
            seq += 1
            say(Self.record($0, seq))
        }
        lastSeq = seq
        if case .fix(_, let source) = input { evaluation.review(run.engine, source) }
    }

    /// Ends the recording: runs timers until the source is stale or all fixes waiting for
    /// `reorder_s` are evaluated.
    public mutating func finish(_ say: (EventRecord) -> Void) {
        var seq = lastSeq
        run.finish {
            seq += 1
            say(Self.record($0, seq))
        }
        lastSeq = seq
        evaluation.review(run.engine)
    }

    /// Why no fence was evaluated with any fix so far, as a clause; nil where one was.
    public var idleness: String? { evaluation.idleness(run.engine) }

    private static func record(_ event: Event, _ seq: Int64) -> EventRecord {
        // Each event has its own budget: a replay makes no engine wait.
        var budget = MessageBudget()
        return EventRecord(
            event, at: Cursor(epoch: epoch, seq: seq), emittedAt: nil,
            message: event.composed(&budget))
    }
}
