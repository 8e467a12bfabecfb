import Chronology
import Fixes
import Geodesy
import Geofencing
import TestSupport
import Testing

struct AntimeridianTests {
    /// A walk to and fro across 180 degrees gives the same events as elsewhere.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func antimeridianGivesTheSameEvents(seed: UInt64) {
        let there = events(seed, around: 180)
        #expect(there.count > 20)
        #expect(there == events(seed, around: 4))
    }

    /// The events of a walk among small fences around a meridian, in order.
    private func events(_ seed: UInt64, around meridian: Double) -> [String] {
        var random = SplitMix(seed: seed)
        let set = FenceSetName("f")
        func place(_ north: Double, _ east: Double) -> Coordinate {
            Coordinate(
                latitude: 10 + north,
                longitude: (meridian + east).remainder(dividingBy: 360))
        }
        var configuration = EngineConfiguration()
        configuration.level.ignorePeriod_s = 0
        configuration.global.ignorePeriod_s = 0
        configuration.monitors = [MonitorDefinition(name: "m", source: "gps", fences: set)]
        configuration.fenceSets[set] = FenceSet.make(
            (0..<60).map { number in
                let (north, east) = (random.number(-0.001...0.001), random.number(-0.001...0.001))
                let size = random.number(0.00002...0.0001)
                let ring = [(0, 0), (0, size), (size, size), (size, 0), (0, 0)].map {
                    place(north + $0.0, east + $0.1)
                }
                return Fence(id: "f\(number)", shape: .polygons([Polygon(rings: [ring])]))
            })
        var engine = Engine()
        var events: [String] = []
        var seconds = 0.0
        func handle(_ input: Input) {
            let now = BootInstant(nanoseconds: Int64(seconds * 1e9))
            for effect in engine.handle(input, at: now) {
                guard case .event(.transition(let event)) = effect else { continue }
                events.append("\(seconds) \(event.kind) \(event.fence)")
            }
        }
        handle(.configure(configuration))
        var (north, east, course) = (0.0, -0.0009, 0.0)
        for _ in 0..<4000 {
            // Mostly to the east, then back.
            course = (course + random.number(-0.2...0.2)).clamped(to: -1...1)
            if abs(east) > 0.0009 { east = -0.0009 * (east > 0 ? 1 : -1) }
            east += 0.000003
            north = (north + 0.000003 * course).clamped(to: -0.0009...0.0009)
            seconds += 0.1
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000).advanced(
                bySeconds: seconds)
            handle(.fix(LocationUpdate(position: place(north, east), time: time), source: "gps"))
        }
        return events
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
    }
}
