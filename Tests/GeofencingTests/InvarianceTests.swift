import Chronology
import Geodesy
import Geofencing
import Testing

/// What must not change the events: where on the globe it happens, when, in which order monitors
/// stand, and whether fixes are skipped.
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
        #expect(world.events(isVerifying: true) == world.events())
    }
}
