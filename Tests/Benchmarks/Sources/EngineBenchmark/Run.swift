import Chronology
import Geodesy
import Geofencing

/// One engine with its monitors started, fed with fixes: ten a second along a track, or, where the
/// places are jumps, so far apart in time that any place can be believed and nothing is inferred of
/// the way between them.
struct Run {
    /// Events that are transitions of a fence.
    private(set) var transitions = 0
    /// Events that are not.
    private(set) var diagnostics = 0

    private var engine = Engine()
    private static let source = "gps"
    /// 2026-01-01T00:00:00Z.
    private static let start = UTCInstant(nanoseconds: 1_767_225_600_000_000_000)
    private let interval_ns: Int64
    private var elapsed_ns: Int64 = 0

    init(loaded: LoadedFences, monitors: Int, jumps: Bool) {
        interval_ns = jumps ? 200_000_000_000 : 100_000_000
        let set = FenceSetName("fences")
        var configuration = EngineConfiguration()
        configuration.fenceSets = [set: loaded]
        if jumps {
            var feed = FeedSettings()
            feed.maxSpeed_mps = 1e5
            feed.stale_s = 1000
            configuration.feeds = [Self.source: feed]
        }
        configuration.monitors = (0..<monitors).map {
            MonitorDefinition(name: "m\($0)", source: Self.source, fences: set)
        }
        count(engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0)))
        count(
            engine.handle(
                .feedRunning(true, source: Self.source), at: BootInstant(nanoseconds: 0)))
        transitions = 0
        diagnostics = 0
    }

    /// Judges the next places of a track.
    mutating func judge(_ track: ArraySlice<Coordinate>) {
        for place in track {
            elapsed_ns += interval_ns
            let now = BootInstant(nanoseconds: elapsed_ns)
            let time = UTCInstant(nanoseconds: Self.start.nanoseconds + elapsed_ns)
            let update = LocationUpdate(position: place, time: time)
            count(engine.handle(.fix(update, source: Self.source), at: now))
        }
    }

    private mutating func count(_ effects: [Effect]) {
        if effects.isEmpty { return }
        for effect in effects {
            switch effect {
            case .event(.transition): transitions += 1
            case .event(.diagnostic): diagnostics += 1
            case .status, .warnings, .save: continue
            }
        }
    }
}
