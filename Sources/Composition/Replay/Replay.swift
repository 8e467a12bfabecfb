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
    public static let longestTail_s = VirtualRun.longestTail_s

    /// The engine as it stands.
    public var engine: Engine { run.engine }
    private var run: VirtualRun
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
        var seq: Int64 = 0
        run = VirtualRun(configuration, source: source, start: BootInstant(nanoseconds: 0)) {
            seq += 1
            say(Self.record($0, seq))
        }
        lastSeq = seq
    }

    /// Takes what the recording says next; timers that are due before it fire first.
    public mutating func take(_ report: TimedReport, _ say: (EventRecord) -> Void) {
        switch report.report {
        case .fix(let fix):
            var seq = lastSeq
            run.take(LocationUpdate(fix), at: report.at) {
                seq += 1
                say(Self.record($0, seq))
            }
            lastSeq = seq
        case .noFix, .failure, .discard, .timeFault, .gpsd: return
        }
    }

    /// Takes the recording as ended: timers go on until the feed would be stale, or has let go the last
    /// fix that `reorder_s` held back.
    public mutating func finish(_ say: (EventRecord) -> Void) {
        var seq = lastSeq
        run.finish {
            seq += 1
            say(Self.record($0, seq))
        }
        lastSeq = seq
    }

    private static func record(_ event: Event, _ seq: Int64) -> EventRecord {
        // Each event has a budget of its own: a replay makes no engine wait.
        var budget = MessageBudget()
        return EventRecord(
            event, at: Cursor(epoch: epoch, seq: seq), emittedAt: nil,
            message: event.composed(&budget))
    }
}
