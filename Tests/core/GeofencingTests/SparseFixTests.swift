import Chronology
import Fixes
import Geodesy
import Geofencing
import Testing

/// Fixes so far apart in time that no segment between them is tested.
struct SparseFixTests {
    /// A fix inside a fence is an enter, whichever turn its longitude is written in.
    @Test(
        arguments: [
            (180, -180, -179), (-180, 179, 180), (180, 179, 180), (-180, -180, -179),
            (540, -180, -179),
            (190, -171, -169), (-190, 169, 171), (4, 3, 5),
        ] as [(Double, Double, Double)])
    func fencesAreFound(longitude: Double, west: Double, east: Double) {
        let place = Coordinate(latitude: 10.5, longitude: longitude)
        #expect(events(Self.far + [place], of: Self.square(south: 10, west, east)) == ["m entered"])
    }

    /// At a pole all longitudes are one place.
    @Test(arguments: [0, 5, 90, 180, -120] as [Double])
    func poleIsOnePlace(longitude: Double) {
        let place = Coordinate(latitude: 90, longitude: longitude)
        #expect(events(Self.far + [place], of: Self.square(south: 89, 4, 6)) == ["m entered"])
    }

    /// A fix far from all fences is an exit; the next fix inside is an enter again.
    @Test
    func areaWithoutFencesIsOutside() {
        let places = Self.far + [Self.within] + Self.far + [Self.within] + Self.far
        #expect(
            events(places, of: Self.here) == ["m entered", "m exited", "m entered", "m exited"])
    }

    /// A buffer extends a fence into an area without outlines.
    @Test
    func bufferExtendsIntoAnAreaWithoutOutlines() {
        let place = Coordinate(latitude: 10.5, longitude: 20)
        #expect(events(Self.far + [place], of: Self.here) == [])
        #expect(events(Self.far + [place], of: Self.here, buffer_m: 2e6) == ["m entered"])
    }

    /// An area may be without fences for one monitor and not for another.
    @Test
    func eachMonitorHasItsOwnAreaWithoutFences() {
        let there = Self.square(south: -60, 100, 101)
        #expect(
            events(Self.far + [Self.within] + Self.far, of: there, others: Self.here)
                == ["other entered", "other exited"])
    }

    /// A fence that is added at run time is in no index.
    @Test
    func addedFencesAreFound() {
        let there = Self.square(south: -60, 100, 101)
        let added = Self.square(south: 10, 3, 5, id: "added")
        let news = [Input.changeFences(FenceSetName("m"), [.add(added)])]
        #expect(events(Self.far + [Self.within], of: there, news: news) == ["m entered"])
    }

    /// Fixes in an area without fences count for the confirmation of an exit.
    @Test
    func fixesInAnAreaWithoutFencesConfirmAnExit() {
        #expect(
            events(Self.far + [Self.within], of: Self.here, confirmExit: Self.far.count)
                == ["m entered"])
        #expect(
            events(Self.far + [Self.within], of: Self.here, confirmExit: Self.far.count + 1)
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

    /// The monitors and kinds of the events of sparse fixes.
    ///
    /// - Parameter news: the inputs after the first two fixes.
    private func events(
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
        var events: [String] = []
        for (number, place) in places.enumerated() {
            let now = BootInstant(nanoseconds: Int64(number + 1) * 200_000_000_000)
            if number == 2 { for input in news { _ = engine.handle(input, at: now) } }
            let time = UTCInstant(nanoseconds: 1_800_000_000_000_000_000 + now.nanoseconds)
            let update = LocationUpdate(position: place, time: time)
            for effect in engine.handle(.fix(update, source: "gps"), at: now) {
                guard case .event(.transition(let event)) = effect else { continue }
                let kind = (event.isInitial ? "initially " : "") + event.kind.rawValue
                events.append("\(event.monitor) \(kind)")
            }
        }
        return events
    }
}
