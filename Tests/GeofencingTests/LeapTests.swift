import Chronology
import Geodesy
import Geofencing
import Testing

/// Fixes so far apart in time that nothing is inferred of the way between them.
struct LeapTests {
    /// One who leaps into a fence has come in, whichever way round the world its place is written.
    @Test(
        arguments: [
            (180, -180, -179), (-180, 179, 180), (180, 179, 180), (-180, -180, -179),
            (540, -180, -179),
            (190, -171, -169), (-190, 169, 171), (4, 3, 5),
        ] as [(Double, Double, Double)])
    func fencesAreFound(longitude: Double, west: Double, east: Double) {
        let place = Coordinate(latitude: 10.5, longitude: longitude)
        #expect(told(Self.far + [place], of: Self.square(south: 10, west, east)) == ["m entered"])
    }

    /// At a pole all longitudes are one place.
    @Test(arguments: [0, 5, 90, 180, -120] as [Double])
    func poleIsOnePlace(longitude: Double) {
        let place = Coordinate(latitude: 90, longitude: longitude)
        #expect(told(Self.far + [place], of: Self.square(south: 89, 4, 6)) == ["m entered"])
    }

    /// One who leaps out of a fence into the open has left it, and comes in anew.
    @Test
    func theOpenIsOutside() {
        let places = Self.far + [Self.within] + Self.far + [Self.within] + Self.far
        #expect(told(places, of: Self.here) == ["m entered", "m exited", "m entered", "m exited"])
    }

    /// A buffer reaches into what is open by the outlines alone.
    @Test
    func buffersReachIntoTheOpen() {
        let place = Coordinate(latitude: 10.5, longitude: 20)
        #expect(told(Self.far + [place], of: Self.here) == [])
        #expect(told(Self.far + [place], of: Self.here, buffer_m: 2e6) == ["m entered"])
    }

    /// Ground that is open to one monitor is not to all.
    @Test
    func eachMonitorHasItsOwnGround() {
        let there = Self.square(south: -60, 100, 101)
        #expect(
            told(Self.far + [Self.within] + Self.far, of: there, others: Self.here)
                == ["other entered", "other exited"])
    }

    /// A fence that is added at run time is in no index.
    @Test
    func addedFencesAreFound() {
        let there = Self.square(south: -60, 100, 101)
        let added = Self.square(south: 10, 3, 5, id: "added")
        let news = [Input.changeFences(FenceSetName("m"), [.add(added)])]
        #expect(told(Self.far + [Self.within], of: there, news: news) == ["m entered"])
    }

    /// Where several fixes have to agree that the receiver is outside, leaps into the open do.
    @Test
    func leapsIntoTheOpenConfirm() {
        #expect(
            told(Self.far + [Self.within], of: Self.here, confirmExit: Self.far.count)
                == ["m entered"])
        #expect(
            told(Self.far + [Self.within], of: Self.here, confirmExit: Self.far.count + 1)
                == ["m initially entered"])
    }

    private static let far = [(-30, 20), (-40, 60), (-30, 20), (-40, 60)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
    }
    private static let within = Coordinate(latitude: 10.5, longitude: 4)
    private static let here = square(south: 10, 3, 5)

    /// Fences between which there is open ground around all other places.
    private static let corners = [
        square(south: -70, -30, -29, id: "southwest"), square(south: 60, 120, 121, id: "northeast"),
    ]

    /// A fence of a degree of latitude.
    private static func square(
        south: Double, _ west: Double, _ east: Double, id: String = "f"
    ) -> Fence {
        let ring = [
            (0.0, west), (0, east), (1, east), (1, west), (0, west),
        ].map { Coordinate(latitude: south + $0.0, longitude: $0.1) }
        return Fence(id: id, shape: .polygons([Polygon(rings: [ring])]))
    }

    /// What one who leaps from place to place is told, by whom.
    ///
    /// - Parameter news: what happens after two leaps.
    private func told(
        _ places: [Coordinate], of fence: Fence, buffer_m: Double = 0, others: Fence? = nil,
        confirmExit: Int = 1, news: [Input] = []
    ) -> [String] {
        var configuration = EngineConfiguration()
        var feed = FeedSettings()
        feed.maxSpeed_mps = 1e6
        feed.stale_s = 1000
        configuration.feeds = ["gps": feed]
        for (name, fence) in [("m", fence), ("other", others)] {
            guard let fence else { continue }
            let set = FenceSetName(name)
            var definition = MonitorDefinition(name: name, source: "gps", fences: set)
            definition.buffer_m = buffer_m
            definition.confirmExit.fixes = confirmExit
            configuration.monitors.append(definition)
            configuration.fenceSets[set] = FenceSet.make([fence] + Self.corners)
        }
        var engine = Engine()
        _ = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        var told: [String] = []
        for (number, place) in places.enumerated() {
            let now = BootInstant(nanoseconds: Int64(number + 1) * 200_000_000_000)
            if number == 2 { for input in news { _ = engine.handle(input, at: now) } }
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000 + now.nanoseconds)
            let update = LocationUpdate(position: place, time: time)
            for effect in engine.handle(.fix(update, source: "gps"), at: now) {
                guard case .event(.transition(let event)) = effect else { continue }
                let kind = (event.isInitial ? "initially " : "") + event.kind.rawValue
                told.append("\(event.monitor) \(kind)")
            }
        }
        return told
    }
}
