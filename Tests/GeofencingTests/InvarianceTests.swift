import Chronology
import Geodesy
import Geofencing
import Testing

/// What must not change the events: where on the globe it happens, when, in which order monitors
/// stand, and whether fences are skipped that a fix cannot change.
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

    /// Of a thousand fences next to all are skipped at every fix.
    @Test(arguments: [1, 2] as [UInt64], [4.0, 180])
    func skippingInTown(seed: UInt64, longitude: Double) {
        let world = RandomWorld(townOf: seed, longitude: longitude)
        let plain = world.effects()
        #expect(plain.count > 50)
        #expect(world.effects(skipping: false) == plain)
    }

    /// Who drives past an edge has come by none, however near it was and however long its steps are.
    @Test(arguments: 1...6 as ClosedRange<UInt64>, [false, true])
    func skippingInPassing(seed: UInt64, isDoubted: Bool) {
        var world = RandomWorld(passing: seed)
        if isDoubted { world.addDoubt() }
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// Who goes straight on is looked for along its way: what it passes there is as little missed.
    @Test(arguments: 1...3 as ClosedRange<UInt64>, [79.9, nil])
    func skippingOnARoad(seed: UInt64, latitude: Double?) {
        let world = RandomWorld(roadOf: seed, near: latitude)
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// Nor does it matter where a map ceases to be flat, or how much the accuracy has changed before.
    @Test(arguments: 1...4 as ClosedRange<UInt64>, [79.999, -80, nil])
    func skippingBesideThePolesAndUnderStrain(seed: UInt64, latitude: Double?) {
        var world = RandomWorld(passing: seed, near: latitude)
        if latitude == nil { world.addStrain() }
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// Who was taken for elsewhere a moment ago may have come over an edge by that alone.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func skippingOnSecondThoughts(seed: UInt64) {
        var world = RandomWorld(passing: seed)
        world.addSecondThoughts()
        let plain = world.effects()
        #expect(plain.count > 100)
        #expect(world.effects(skipping: false) == plain)
    }

    /// One who leaps is looked at nowhere but where it lands, whatever else happens and whoever else
    /// looks.
    @Test(arguments: seeds, LeapCompany.allCases)
    func skippingOfLeaps(seed: UInt64, company: LeapCompany) {
        var world = RandomWorld(leapsOf: seed)
        switch company {
        case .none: break
        case .news: world.addNews()
        case .caution: world.addCaution()
        }
        let plain = world.effects()
        #expect(plain.count > 1000)
        #expect(world.effects(skipping: false) == plain)
    }

    enum LeapCompany: CaseIterable {
        case none
        /// Monitors pause, stop and go on, and fences come and go.
        case news
        /// Beside those who leap are monitors that do not.
        case caution
    }

    /// Nor does it matter where monitors pause, stop and go on, and fences come and go.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func skippingAmongNews(seed: UInt64) {
        var world = RandomWorld(townOf: seed, longitude: 4)
        world.addNews()
        let plain = world.effects()
        #expect(plain.count > 50)
        #expect(world.effects(skipping: false) == plain)
    }

    /// A restart forgets what was not confirmed yet and when a crossing was, nothing else: each fence
    /// is entered and left as often.
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

    /// What each fence told, without dwelling: its clock stands still between two runs.
    private func comingAndGoing(_ transitions: [Transition]) -> [String: [String]] {
        var told: [String: [String]] = [:]
        for event in transitions where event.kind != .dwelled {
            told["\(event.monitor) \(event.fence)", default: []].append("\(event.kind)")
        }
        return told
    }
}
