import Chronology
public import ControlProtocol
public import FixRecorder
import Fixes
public import Geofencing
import Messages
public import Positioning
import Suggestions

/// Runs the engine over a recording without the daemon, in the time of the recording.
///
/// The same recording and configuration produce the same records, byte for byte.
public struct Replay: Sendable {
    /// The epoch in `EventRecord.event_id`.
    public static let epoch = "replay"
    /// The seconds for which timers fire after the last fix if the source never becomes stale.
    public static let longestTail_s = VirtualRun.longestTail_s

    /// The engine in its current state.
    public var engine: Engine { run.engine }
    private let source: String?
    private var run: VirtualRun
    private var clock = RecordedClock()
    /// The sources of a daemon's recording that deliver fixes.
    private var running: Set<String> = []
    private var evaluation = ReplayEvaluation()
    private var recorder: ReplayRecords

    /// The failures of message expressions, by monitor.
    public var messageFailures: [String: MessageFailures] { recorder.failures }

    /// The number of failures of a monitor's message expression, and the problem of the last one.
    public struct MessageFailures: Sendable, Hashable {
        /// The number of events with the standard sentence; 0 if only actions were left out.
        public var events = 0
        /// The problem, as a sentence.
        public var problem: String
    }

    /// Creates a replay before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: the configuration to run.
    ///   - source: the source of the reports of a recording; nil for a recording of the daemon,
    ///     whose entries name their sources.
    ///   - say: receives the events of the start.
    public init(
        _ configuration: EngineConfiguration, source: String?, _ say: (EventRecord) -> Void
    ) {
        self.source = source
        var recorder = ReplayRecords(ids: configuration.monitorIDs)
        run = VirtualRun(configuration, source: source, start: BootInstant(nanoseconds: 0)) {
            say(recorder.record($0, &$1))
        }
        self.recorder = recorder
    }

    /// Evaluates the next report of the recording, after timers with an earlier deadline.
    public mutating func take(_ report: TimedReport, _ say: (EventRecord) -> Void) {
        switch report.report {
        case .fix(let fix):
            guard let source else { return }
            take(.fix(LocationUpdate(fix), source: source), FixDetails(fix), at: report.at, say)
        case .noFix, .failure, .discard, .timeFault, .gpsd: return
        }
    }

    /// Evaluates the next entry that the daemon recorded, after timers with an earlier deadline.
    public mutating func take(_ entry: RecordedEntry, _ say: (EventRecord) -> Void) {
        let (instant, source) = (clock.instant(of: entry), entry.input.source)
        switch entry.input.content {
        case .fix(let update, let details, _):
            // When the recording starts in the middle, the source has begun to deliver before it.
            if running.insert(source).inserted {
                take(.feedRunning(true, source: source), at: instant, say)
            }
            take(.fix(update, source: source), details, at: instant, say)
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
        _ input: Input, _ details: @autoclosure () -> FixDetails? = nil, at instant: BootInstant,
        _ say: (EventRecord) -> Void
    ) {
        var recorder = recorder
        run.take(input, details(), at: instant) { say(recorder.record($0, &$1)) }
        self.recorder = recorder
        if case .fix(_, let source) = input { evaluation.review(run.engine, source) }
    }

    /// Ends the recording: timers fire until the source is stale or all fixes waiting for
    /// `reorder_s` are evaluated.
    public mutating func finish(_ say: (EventRecord) -> Void) {
        var recorder = recorder
        run.finish { say(recorder.record($0, &$1)) }
        self.recorder = recorder
        evaluation.review(run.engine)
    }

    /// Why no fix has evaluated a fence so far, as a clause; nil if one has.
    public var idleness: String? { evaluation.idleness(run.engine) }
}

/// Creates the event records of a replay.
private struct ReplayRecords {
    /// The ids of the monitors whose id is not their name, by name.
    let ids: [String: String]
    private var lastSeq: Int64 = 0
    private(set) var failures: [String: Replay.MessageFailures] = [:]

    init(ids: [String: String]) { self.ids = ids }

    /// - Parameter budget: the budget shared by the expressions of one input, as in the daemon.
    mutating func record(_ event: Event, _ budget: inout MessageBudget) -> EventRecord {
        lastSeq += 1
        let message = event.composed(&budget)
        if let message, let problem = message.problem, let monitor = event.monitor {
            let events = failures[monitor]?.events ?? 0
            failures[monitor] = Replay.MessageFailures(
                events: events + (message.isStandard ? 1 : 0), problem: problem)
        }
        return EventRecord(
            event, at: Cursor(epoch: Replay.epoch, seq: lastSeq), emittedAt: nil, message: message,
            ids: ids)
    }
}

/// The time of a replay of a daemon's recording: it starts at 0 and follows the boot clock, and
/// across a reboot the system clock.
struct RecordedClock {
    /// The maximum step in nanoseconds: a recording covers days, and times may be wrong.
    private static let longestStep_ns: Int64 = 31 * 86_400 * 1_000_000_000

    /// The nanoseconds by which the boot clock is ahead of the replay.
    private(set) var shift_ns: Int64 = 0
    private var now = BootInstant(nanoseconds: 0)
    private var last: RecordedEntry?

    /// Returns the instant at which the replay handles an entry.
    mutating func instant(of entry: RecordedEntry) -> BootInstant {
        defer { last = entry }
        if let last {
            let (from, to) =
                entry.boot == last.boot
                ? (last.input.at.nanoseconds, entry.input.at.nanoseconds)
                : (last.receivedAt.nanoseconds, entry.receivedAt.nanoseconds)
            let (step, isBeyond) = to.subtractingReportingOverflow(from)
            let step_ns = isBeyond ? 0 : min(max(step, 0), Self.longestStep_ns)
            now = BootInstant(nanoseconds: now.nanoseconds + step_ns)
        }
        shift_ns = entry.input.at.nanoseconds &- now.nanoseconds
        return now
    }
}

/// Whether a replay has evaluated a fence, and the reasons if it has not.
struct ReplayEvaluation: Sendable {
    /// The number of accepted fixes of each source that has sent any.
    private var accepted: [String: Int] = [:]
    private var hasEvaluated = false
    /// The number of accepted fixes that evaluated no fence, by reason, in order of appearance.
    private var reasons: [(reason: String, fixes: Int)] = []

    /// Checks the engine after a fix of a source, which also goes to derived sources. Returns at
    /// once when a fence was already evaluated.
    mutating func review(_ engine: Engine, _ source: String) {
        guard !hasEvaluated else { return }
        for name in engine.sourcesInUse(fedBy: source) { reviewOne(engine, name) }
    }

    private mutating func reviewOne(_ engine: Engine, _ source: String) {
        guard !hasEvaluated, let health = engine.health(of: source) else { return }
        let isNew = health.accepted > accepted[source, default: 0]
        accepted[source] = health.accepted
        guard isNew else { return }
        let found = engine.idleReasons(of: source)
        hasEvaluated = found.isEmpty
        for reason in found {
            if let index = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[index].fixes += 1
            } else {
                reasons.append((reason, 1))
            }
        }
    }

    /// Checks the engine at the end, when fixes that waited for late ones are accepted as well.
    mutating func review(_ engine: Engine) {
        for source in accepted.keys.sorted() { reviewOne(engine, source) }
    }

    /// Returns why no fence was evaluated, as a clause; nil if one was.
    func idleness(_ engine: Engine) -> String? {
        guard !hasEvaluated else { return nil }
        guard reasons.isEmpty else {
            return reasons.map { "\($0.reason) (\(counted($0.fixes, "fix", "fixes")))" }
                .joined(separator: "; ")
        }
        var refused: [FixRefusal: Int] = [:]
        for source in accepted.keys {
            refused.merge(engine.health(of: source)?.refused ?? [:], uniquingKeysWith: +)
        }
        guard !refused.isEmpty else { return nil }
        let ordered = refused.sorted {
            ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
        }
        return "every fix was refused: "
            + ordered.map { reason, count in
                "\(counted(count, "fix", "fixes")) as \(reason.rawValue), since \(reason.words)"
            }.joined(separator: "; ")
    }
}
