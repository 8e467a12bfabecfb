import Chronology
import Fixes
import Geodesy
import Geofencing
import Testing

/// What the engine asks to be kept.
struct SavedStateTests {
    /// Fences that were left long ago have no record any more, however many there were.
    @Test func fencesLeftBehindAreRemoved() throws {
        func place(_ number: Double) -> Coordinate {
            Coordinate(latitude: 52, longitude: 4 + number / 100)
        }
        let configuration = self.configuration(
            (0..<300).map { number in
                Fence(id: "f\(number)", shape: .circle(center: place(Double(number)), radius: 50))
            })
        var engine = Engine()
        var records: [String: FenceRecord] = [:]
        var (recorded, exits) = (0, 0)
        func handle(_ input: Input, at now: BootInstant) {
            for effect in engine.handle(input, at: now) {
                switch effect {
                case .event(.transition(let event)): exits += event.kind == .exited ? 1 : 0
                case .save(.fence(let record)):
                    records[record.fence] = record
                    recorded += 1
                case .save(.forgetFence(_, let fence)): records[fence] = nil
                default: break
                }
            }
        }
        handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        // Into a fence and out again, two minutes each.
        for half in 1..<600 {
            let now = BootInstant(nanoseconds: Int64(half) * 120_000_000_000)
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000 + now.nanoseconds)
            let update = LocationUpdate(position: place(Double(half) / 2), time: time)
            handle(.fix(update, source: "gps"), at: now)
        }
        #expect(exits == 299)
        #expect(recorded == 598)
        #expect(records.count < 32)
        #expect(records.values.allSatisfy { $0.raw == .outside })
        let now = BootInstant(nanoseconds: 600 * 120_000_000_000)
        #expect(engine.savedState(at: now).fences.count == records.count)
    }

    /// A state that is restored after fixes were evaluated is older than their events, and its
    /// visits must be closed.
    @Test func visitsRestoredTooLateAreClosed() throws {
        let home = Coordinate(latitude: 52, longitude: 4)
        let configuration = self.configuration([
            Fence(id: "home", shape: .circle(center: home, radius: 50))
        ])
        func begin() -> (engine: Engine, events: [Event]) {
            var engine = Engine()
            let start = BootInstant(nanoseconds: 0)
            var effects = engine.handle(.configure(configuration), at: start)
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000)
            let update = LocationUpdate(position: home, time: time)
            effects += engine.handle(.fix(update, source: "gps"), at: start)
            return (engine, events(effects))
        }
        let now = BootInstant(nanoseconds: 1_000_000_000)
        var state = begin().engine.savedState(at: now)
        let old = VisitName(number: 7)
        state.fences[0].visit = old
        state.lastFixes = [:]
        var (engine, emitted) = begin()
        #expect(emitted.contains { if case .transition = $0 { true } else { false } })
        let before = engine.savedState(at: now)
        emitted = events(engine.handle(.restore(state), at: now))
        guard case .diagnostic(let closed)? = emitted.first else {
            Issue.record("no event closes the visit: \(emitted)")
            return
        }
        #expect(emitted.count == 1)
        #expect(closed.kind == .visitClosed)
        #expect(closed.visit == old)
        #expect(engine.savedState(at: now) == before)
    }

    /// Without times in fixes, a visit continues only within the same boot; a state saved by a
    /// version without boot ids is accepted as long as the boot clock is plausible.
    @Test(arguments: [(nil, true), (1, true), (2, false)] as [(UInt128?, Bool)])
    func visitsContinueWithinOneBoot(saved: UInt128?, goesOn: Bool) throws {
        let home = Coordinate(latitude: 52, longitude: 4)
        let configuration = self.configuration([
            Fence(id: "home", shape: .circle(center: home, radius: 50))
        ])
        func run(_ restored: SavedState?, at now: BootInstant) -> (
            state: SavedState, transitions: Int
        ) {
            var engine = Engine(boot: BootID(number: 1))
            var effects = engine.handle(.configure(configuration), at: now)
            if let restored { effects += engine.handle(.restore(restored), at: now) }
            let update = LocationUpdate(position: home, time: nil)
            effects += engine.handle(.fix(update, source: "gps"), at: now)
            let transitions = events(effects).count {
                if case .transition = $0 { true } else { false }
            }
            return (engine.savedState(at: now), transitions)
        }
        var state = run(nil, at: BootInstant(nanoseconds: 300_000_000_000)).state
        #expect(state.lastFixes["gps"]?.boot == BootID(number: 1))
        state.lastFixes["gps"]?.boot = saved.map(BootID.init(number:))
        #expect(
            run(state, at: BootInstant(nanoseconds: 900_000_000_000)).transitions
                == (goesOn ? 0 : 1))
    }

    /// The last fix is saved once with all that it gives under all monitors, be it an expiry and an
    /// enter at once, and not at all where it gives nothing.
    @Test func lastFixIsSavedWithItsEvents() {
        let home = Coordinate(latitude: 52, longitude: 4)
        let away = Coordinate(latitude: 52, longitude: 4.001)
        let start = UTCInstant(nanoseconds: 1_800_000_000_000_000_000)
        var sale = Fence(id: "sale", shape: .circle(center: home, radius: 9))
        sale.settings.expiresAt = start.advanced(bySeconds: 15)
        var configuration = self.configuration([
            Fence(id: "home", shape: .circle(center: home, radius: 50)), sale,
        ])
        configuration.monitors += configuration.monitors
        configuration.monitors[1].name = "n"
        var engine = Engine()
        _ = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        var saved: [Int64?] = []
        for (number, place) in [away, away, home, home].enumerated() {
            let time = start.advanced(bySeconds: Double(number) * 9)
            let update = LocationUpdate(position: place, time: time)
            let now = BootInstant(nanoseconds: Int64(number) * 1_000_000_000)
            for case .save(.lastFix(let fix, _)) in engine.handle(
                .fix(update, source: "gps"), at: now)
            {
                saved.append(fix.time_ns.map { ($0 - start.nanoseconds) / 1_000_000_000 })
            }
        }
        #expect(saved == [0, 18])
    }

    private func events(_ effects: [Effect]) -> [Event] {
        effects.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// Where a few fences were edited meanwhile those are unknown; where nearly all were, no fence
    /// has a state of its own.
    @Test func edits() {
        let count = 12_000
        for (edited, unknown) in [(0, 0...0), (9, 9...300), (count, 0...0)] {
            var engine = Engine()
            let start = BootInstant(nanoseconds: 0)
            _ = engine.handle(.configure(configuration(count, edited: 0)), at: start)
            let away = LocationUpdate(position: Coordinate(latitude: -9, longitude: 0), time: nil)
            _ = engine.handle(.fix(away, source: "gps"), at: start)
            let saved = engine.savedState(at: start)
            #expect(saved.fences.isEmpty && saved.evaluated["m"] != nil)
            engine = Engine()
            _ = engine.handle(.configure(configuration(count, edited: edited)), at: start)
            _ = engine.handle(.restore(saved), at: start)
            let again = engine.savedState(at: start)
            #expect(unknown.contains(again.fences.count), "\(edited) edited")
            #expect(again.fences.allSatisfy { $0.reported == .unknown })
            #expect((again.evaluated["m"] != nil) == (edited < count))
        }
    }

    private func configuration(_ count: Int, edited: Int) -> EngineConfiguration {
        configuration(
            (0..<count).map { number in
                let place = Coordinate(latitude: 52, longitude: Double(number) / 100)
                let radius = number < edited ? 51.0 : 50
                return Fence(id: "f\(number)", shape: .circle(center: place, radius: radius))
            })
    }

    /// One monitor of these fences.
    private func configuration(_ fences: [Fence]) -> EngineConfiguration {
        let set = FenceSetName("f")
        var configuration = EngineConfiguration()
        configuration.monitors = [MonitorDefinition(name: "m", source: "gps", fences: set)]
        configuration.fenceSets[set] = FenceSet.make(fences)
        return configuration
    }
}
