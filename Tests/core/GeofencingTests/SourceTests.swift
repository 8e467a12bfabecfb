import Chronology
import Fixes
import Geodesy
import Geofencing
import Testing

/// The fixes of one source do not affect the events of another.
struct SourceTests {
    @Test(arguments: 1...3 as ClosedRange<UInt64>, [false, true])
    func sourcesAreIndependent(seed: UInt64, isOtherSparse: Bool) {
        let worlds = [
            "gps": RandomWorld(passing: seed),
            "ais": isOtherSparse ? RandomWorld(sparse: seed) : RandomWorld(seed: seed),
        ]
        let together = transitions(of: worlds)
        for (source, world) in worlds {
            let alone = transitions(of: [source: world])
            #expect(alone.count > 20)
            #expect(together.filter { $0.monitor.hasPrefix(source) } == alone)
        }
    }

    /// No wake-up is needed while fixes arrive: each postpones the deadline of the source.
    @Test func fixesInTimePostponeTheDeadline() throws {
        var configuration = EngineConfiguration()
        configuration.monitors = [
            MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        ]
        configuration.fenceSets[FenceSetName("f")] = FenceSet.make([])
        var engine = Engine()
        func at(_ seconds: Int) -> BootInstant {
            BootInstant(nanoseconds: Int64(seconds) * 1_000_000_000)
        }
        _ = engine.handle(.configure(configuration), at: at(0))
        for seconds in 1...100 {
            let place = Coordinate(latitude: 52, longitude: 4 + Double(seconds) * 1e-5)
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000)
                .advanced(bySeconds: Double(seconds))
            let fix = LocationUpdate(position: place, time: time)
            _ = engine.handle(.fix(fix, source: "gps"), at: at(seconds))
            #expect(try #require(engine.nextDeadline) > at(seconds + 3))
        }
        // It falls due at last: a fix ten seconds after the last one would still have been in time.
        #expect(engine.handle(.tick, at: at(110)).isEmpty)
        let deadline = try #require(engine.nextDeadline)
        #expect(deadline == at(110).advanced(by_ns: 1))
        #expect(!engine.handle(.tick, at: deadline).isEmpty)
    }

    /// The events of worlds that share an engine but neither source, monitors nor fences.
    private func transitions(of worlds: [String: RandomWorld]) -> [Transition] {
        var configuration = EngineConfiguration()
        var fixes: [(seconds: Double, update: LocationUpdate, source: String)] = []
        for (source, world) in worlds.sorted(by: { $0.key < $1.key }) {
            let set = FenceSetName(source)
            configuration.fenceSets[set] = FenceSet.make(world.fences)
            configuration.monitors += world.monitors.map {
                var own = $0
                (own.name, own.source, own.fences) = ("\(source)-\($0.name)", source, set)
                return own
            }
            fixes += world.updates.map { ($0.seconds, $0.update, source) }
        }
        fixes.sort { ($0.seconds, $0.source) < ($1.seconds, $1.source) }
        var engine = Engine()
        let start = BootInstant(nanoseconds: 0)
        var effects = engine.handle(.configure(configuration), at: start)
        for (seconds, update, source) in fixes {
            var update = update
            update.time = UTCInstant(nanoseconds: 1_700_000_000_000_000_000)
                .advanced(bySeconds: seconds)
            effects += engine.handle(
                .fix(update, source: source), at: start.advanced(bySeconds: seconds))
        }
        // Suppressed changes and counters end in either run.
        effects += engine.handle(.tick, at: start.advanced(bySeconds: 1e6))
        return effects.compactMap {
            guard case .event(.transition(let event)) = $0 else { return nil }
            return event
        }
    }
}
