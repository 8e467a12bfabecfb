import Chronology
public import ControlProtocol
public import Geofencing
public import Positioning

/// Runs the engine over a recording, in the recording's own time: the daemon without a daemon.
///
/// The same recording and configuration give the same records, byte for byte.
public struct Replay: Sendable {
    /// What `EventRecord.event_id` begins with.
    public static let epoch = "replay"
    /// Seconds that timers go on behind the last fix, where the feed may be silent for longer.
    public static let longestTail_s = 86_400.0

    /// The engine as it stands.
    public private(set) var engine = Engine()
    private let source: String
    private var now = BootInstant(nanoseconds: 0)
    private var lastSeq: Int64 = 0

    /// A replay before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: what would run.
    ///   - source: the source that the recording stands for.
    ///   - say: takes the events of the start.
    public init(
        _ configuration: EngineConfiguration, source: String, _ say: (EventRecord) -> Void
    ) {
        self.source = source
        tell(engine.handle(.configure(configuration), at: now), say)
        tell(engine.handle(.feedRunning(true, source: source), at: now), say)
    }

    /// Takes what the recording says next; timers that are due before it fire first.
    public mutating func take(_ report: TimedReport, _ say: (EventRecord) -> Void) {
        switch report.report {
        case .fix(let fix):
            advance(to: report.at, say)
            tell(engine.handle(.fix(LocationUpdate(fix), source: source), at: now), say)
        case .noFix, .discard, .timeFault, .gpsd: return
        }
    }

    /// Takes the recording as ended: timers go on until the feed would be stale, or has let go the last
    /// fix that `reorder_s` held back.
    public mutating func finish(_ say: (EventRecord) -> Void) {
        let end = now.advanced(bySeconds: Self.longestTail_s)
        while let deadline = engine.nextDeadline, deadline <= end {
            var next = engine
            let effects = next.handle(.tick, at: max(deadline, now))
            let isOver = effects.contains(where: \.isFeedStale) && !next.holdsFixes
            guard !isOver, next.nextDeadline != deadline else { return }
            engine = next
            now = max(deadline, now)
            tell(effects, say)
        }
    }

    private mutating func advance(to instant: BootInstant, _ say: (EventRecord) -> Void) {
        while let deadline = engine.nextDeadline, deadline <= instant {
            now = max(deadline, now)
            tell(engine.handle(.tick, at: now), say)
            precondition(engine.nextDeadline != deadline, "a timer that fired must not stay due")
        }
        now = max(instant, now)
    }

    private mutating func tell(_ effects: [Effect], _ say: (EventRecord) -> Void) {
        for effect in effects {
            switch effect {
            case .event(let event):
                lastSeq += 1
                let cursor = Cursor(epoch: Self.epoch, seq: lastSeq)
                say(EventRecord(event, at: cursor, emittedAt: nil))
            case .status, .warnings, .suspicion, .save: continue
            }
        }
    }
}

extension Effect {
    fileprivate var isFeedStale: Bool {
        switch self {
        case .event(.diagnostic(let diagnostic)): diagnostic.kind == .feedStale
        case .event(.transition), .status, .warnings, .suspicion, .save: false
        }
    }
}
