import Chronology
import Fixes
import Geodesy
import Geofencing

/// One engine with started monitors that evaluates fixes: ten a second along a track, or, with
/// jumps, so far apart in time that any position is plausible and no segment between them is
/// tested.
struct Run {
    /// The number of transitions of fences.
    private(set) var transitions = 0
    /// The number of other events.
    private(set) var diagnostics = 0
    /// The fences that are inside by the events of the first monitor; nil unless verified.
    private(set) var inside: Set<String>?

    private var engine = Engine()
    private static let source = "gps"
    /// 2026-01-01T00:00:00Z.
    private static let start = UTCInstant(nanoseconds: 1_767_225_600_000_000_000)
    private let interval_ns: Int64
    private var elapsed_ns: Int64 = 0

    /// - Parameter isVerified: whether to maintain `inside`; events are then emitted without an
    ///   ignore period.
    init(loaded: LoadedFences, monitors: Int, jumps: Bool, isVerified: Bool) {
        interval_ns = jumps ? 200_000_000_000 : 100_000_000
        let set = FenceSetName("fences")
        var configuration = EngineConfiguration()
        configuration.fenceSets = [set: loaded]
        if isVerified {
            inside = []
            configuration.level.ignorePeriod_s = 0
            configuration.global.ignorePeriod_s = 0
        }
        if jumps {
            var feed = FeedSettings()
            feed.maxSpeed_mps = 1e5
            feed.stale_s = 1000
            configuration.feeds = [Self.source: feed]
        }
        configuration.monitors = (0..<monitors).map {
            MonitorDefinition(name: "m\($0)", source: Self.source, fences: set)
        }
        _ = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        _ = engine.handle(.feedRunning(true, source: Self.source), at: BootInstant(nanoseconds: 0))
    }

    /// Evaluates the next positions of a track.
    mutating func evaluate(_ track: ArraySlice<Coordinate>) {
        var effects = Effects()
        for place in track {
            elapsed_ns += interval_ns
            let now = BootInstant(nanoseconds: elapsed_ns)
            let time = UTCInstant(nanoseconds: Self.start.nanoseconds + elapsed_ns)
            let update = LocationUpdate(position: place, time: time)
            engine.handle(.fix(update, source: Self.source), at: now, into: &effects)
            guard !effects.isEmpty else { continue }
            count(effects)
            effects.removeAll()
        }
    }

    private mutating func count(_ effects: Effects) {
        effects.forEachEvent { event in
            // Copies nothing out of an event unless it is needed.
            if case .transition = event { transitions += 1 } else { diagnostics += 1 }
            if inside != nil, case .transition(let transition) = event { note(transition) }
        }
    }

    private mutating func note(_ event: Transition) {
        guard event.monitor == "m0" else { return }
        switch event.kind {
        case .entered: inside?.insert(event.fence)
        case .exited: inside?.remove(event.fence)
        case .dwelled: return
        }
    }
}
