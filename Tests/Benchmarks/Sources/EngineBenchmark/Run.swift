import Chronology
import Geodesy
import Geofencing

/// One engine with its monitors started, fed with fixes ten times a second.
struct Run {
    /// Events that are transitions of a fence.
    private(set) var transitions = 0
    /// Events that are not.
    private(set) var diagnostics = 0

    private var engine = Engine()
    private static let source = "gps"
    /// 2026-01-01T00:00:00Z.
    private static let start = UTCInstant(nanoseconds: 1_767_225_600_000_000_000)
    private static let interval_ns: Int64 = 100_000_000

    init(loaded: LoadedFences, monitors: Int) {
        let set = FenceSetName("fences")
        var configuration = EngineConfiguration()
        configuration.fenceSets = [set: loaded]
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

    mutating func judge(_ track: [Coordinate]) {
        for (number, place) in track.enumerated() {
            let elapsed_ns = Int64(number + 1) * Self.interval_ns
            let now = BootInstant(nanoseconds: elapsed_ns)
            if let deadline = engine.nextDeadline, deadline <= now {
                count(engine.handle(.tick, at: now))
            }
            let time = UTCInstant(nanoseconds: Self.start.nanoseconds + elapsed_ns)
            let update = LocationUpdate(position: place, time: time)
            count(engine.handle(.fix(update, source: Self.source), at: now))
        }
    }

    private mutating func count(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .event(.transition): transitions += 1
            case .event(.diagnostic): diagnostics += 1
            case .status, .warnings, .save: continue
            }
        }
    }
}
