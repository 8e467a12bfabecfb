import Chronology
import Geodesy
import Geofencing
import Testing

struct LeapTests {
    /// One who leaps into a fence has come in, whichever way round the world its place is written.
    @Test(
        arguments: [
            (180, -180, -179), (-180, 179, 180), (180, 179, 180), (-180, -180, -179),
            (540, -180, -179),
            (190, -171, -169), (-190, 169, 171), (4, 3, 5),
        ] as [(Double, Double, Double)])
    func fencesAreFound(longitude: Double, west: Double, east: Double) {
        #expect(told(Coordinate(latitude: 10.5, longitude: longitude), south: 10, west, east))
    }

    /// At a pole all longitudes are one place.
    @Test(arguments: [0, 5, 90, 180, -120] as [Double])
    func poleIsOnePlace(longitude: Double) {
        #expect(told(Coordinate(latitude: 90, longitude: longitude), south: 89, 4, 6))
    }

    /// Whether one who leaps to a place enters a fence of a degree of latitude there.
    private func told(
        _ place: Coordinate, south: Double, _ west: Double, _ east: Double
    ) -> Bool {
        let set = FenceSetName("f")
        let ring = [
            (0.0, west), (0, east), (1, east), (1, west), (0, west),
        ].map { Coordinate(latitude: south + $0.0, longitude: $0.1) }
        var configuration = EngineConfiguration()
        configuration.monitors = [MonitorDefinition(name: "m", source: "gps", fences: set)]
        configuration.fenceSets[set] = FenceSet.make([
            Fence(id: "f", shape: .polygons([Polygon(rings: [ring])]))
        ])
        var feed = FeedSettings()
        feed.maxSpeed_mps = 1e6
        feed.stale_s = 1000
        configuration.feeds = ["gps": feed]
        var engine = Engine()
        _ = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        var entered = false
        let far = [
            Coordinate(latitude: -30, longitude: 20), Coordinate(latitude: -40, longitude: 60),
        ]
        for (number, place) in (far + far + [place]).enumerated() {
            let now = BootInstant(nanoseconds: Int64(number + 1) * 200_000_000_000)
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000 + now.nanoseconds)
            let update = LocationUpdate(position: place, time: time)
            for effect in engine.handle(.fix(update, source: "gps"), at: now) {
                if case .event(.transition(let event)) = effect { entered = event.kind == .entered }
            }
        }
        return entered
    }
}
