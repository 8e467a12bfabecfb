import Chronology
import Geodesy
import Geofencing
import Testing

/// The events do not depend on the place on the globe, the time, the order of monitors, or on
/// skipping fences that a fix cannot change.
struct InvarianceTests {
    static let seeds: [UInt64] = Array(1...5)

    @Test(arguments: seeds) func longitudeShift(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        let plain = world.events()
        #expect(!plain.isEmpty)
        for shift in [-176.0, 175.9999, 90] {
            #expect(
                world.events { Coordinate(latitude: $0.latitude, longitude: $0.longitude + shift) }
                    == plain, "seed \(seed), shift \(shift)")
        }
    }

    @Test(arguments: seeds) func mirror(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        let plain = world.events()
        #expect(
            world.events { Coordinate(latitude: -$0.latitude, longitude: $0.longitude) } == plain)
        #expect(
            world.events { Coordinate(latitude: $0.latitude, longitude: -$0.longitude) } == plain)
    }

    @Test(arguments: seeds) func timeShift(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        #expect(world.events(start_s: 86_400 * 365 * 7 + 0.5) == world.events())
    }

    @Test(arguments: seeds) func orderOfMonitors(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        for monitor in world.monitors {
            let own = { (events: [String]) in events.filter { $0.hasPrefix(monitor.name + " ") } }
            #expect(
                own(world.events(monitors: world.monitors.reversed())) == own(world.events()))
            #expect(own(world.events(monitors: [monitor])) == own(world.events()))
        }
    }

    @Test(arguments: seeds) func ticksInBetween(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        #expect(world.events(ticks: 7) == world.events())
    }

    @Test(arguments: seeds) func skipping(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        #expect(world.events(skipping: false) == world.events())
    }

    /// Nearly all of a thousand fences are skipped at every fix.
    @Test(arguments: [1, 2] as [UInt64], [4.0, 180])
    func skippingInTown(seed: UInt64, longitude: Double) {
        let world = RandomWorld(townOf: seed, longitude: longitude)
        let plain = world.effects()
        #expect(plain.count > 50)
        #expect(world.effects(skipping: false) == plain)
    }

    /// Driving past an edge gives no event, however near it is and however far apart the fixes are.
    @Test(arguments: 1...6 as ClosedRange<UInt64>, [false, true])
    func skippingInPassing(seed: UInt64, isDoubted: Bool) {
        var world = RandomWorld(passing: seed)
        if isDoubted { world.addDoubt() }
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// On a straight road nearby fences are searched along the course: none is missed.
    @Test(arguments: 1...3 as ClosedRange<UInt64>, [79.9, nil])
    func skippingOnARoad(seed: UInt64, latitude: Double?) {
        let world = RandomWorld(roadOf: seed, near: latitude)
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// The result does not depend on the end of the tangent plane, or on earlier changes of
    /// accuracy.
    @Test(arguments: 1...4 as ClosedRange<UInt64>, [79.999, -80, nil])
    func skippingNearThePolesAndWithAccuracyDrift(seed: UInt64, latitude: Double?) {
        var world = RandomWorld(passing: seed, near: latitude)
        if latitude == nil { world.addAccuracyDrift() }
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// A better fix of the same instant can cross an edge without a movement.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func skippingWithReplacedFixes(seed: UInt64) {
        var world = RandomWorld(passing: seed)
        world.addReplacements()
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// Sparse fixes are evaluated only at their positions, whatever else happens, also beside
    /// monitors that search for nearby fences.
    @Test(arguments: seeds, SparseVariant.allCases)
    func skippingWithSparseFixes(seed: UInt64, variant: SparseVariant) {
        var world = RandomWorld(sparse: seed)
        switch variant {
        case .none: break
        case .news: world.addNews()
        case .caution: world.addCaution()
        }
        let plain = world.effects()
        #expect(plain.count > 1000)
        #expect(world.effects(skipping: false) == plain)
    }

    enum SparseVariant: CaseIterable {
        case none
        /// Monitors are paused, stopped and resumed, and fences are added and removed.
        case news
        /// Other monitors need nearby fences.
        case caution
    }

    /// The result does not depend on commands to monitors and changes of fences.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func skippingAmongCommandsAndFenceChanges(seed: UInt64) {
        var world = RandomWorld(townOf: seed, longitude: 4)
        world.addNews()
        let plain = world.effects()
        #expect(plain.count > 50)
        #expect(world.effects(skipping: false) == plain)
    }

    /// A restart loses only unconfirmed changes and times of crossings: each fence is entered and
    /// exited as often.
    @Test(arguments: seeds) func restart(seed: UInt64) {
        var world = RandomWorld(seed: seed)
        world.confirmAtOnce()
        let plain = comingAndGoing(world.transitions())
        #expect(!plain.isEmpty)
        for every in [1, 7, 50, 333] {
            let interrupted = comingAndGoing(world.transitions(restartEvery: every))
            #expect(interrupted == plain, "seed \(seed), every \(every) fixes")
        }
    }

    /// The events of each fence without dwelling, whose clock stands still between two runs.
    private func comingAndGoing(_ transitions: [Transition]) -> [String: [String]] {
        var events: [String: [String]] = [:]
        for event in transitions where event.kind != .dwelled {
            events["\(event.monitor) \(event.fence)", default: []].append("\(event.kind)")
        }
        return events
    }
}
