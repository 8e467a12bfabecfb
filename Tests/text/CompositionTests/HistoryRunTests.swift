import Chronology
import Composition
import Fixes
import Geodesy
import Geofencing
import Testing

/// Fixes recorded offline are evaluated separately.
@Suite struct HistoryRunTests {
    private static let yard = """
        {"type":"Feature","id":"yard","properties":{"geofence":{"radius_m":50}},
         "geometry":{"type":"Point","coordinates":[5,52]}}
        """

    private func update(_ second: Double, inside: Bool) -> LocationUpdate {
        LocationUpdate(
            position: Coordinate(latitude: inside ? 52 : 52.002, longitude: 5),
            time: UTCInstant(nanoseconds: 1_795_000_000_000_000_000).advanced(bySeconds: second))
    }

    private func run(
        _ track: [(Double, Bool)], monitors: Set<String> = ["m"], slice: Int = 100,
        _ overrides: String...
    ) throws -> [Event] {
        let text = """
            [source.gps]
            type = "socket"
            [source.other]
            type = "socket"
            [[monitor]]
            name = "m"
            source = "gps"
            fences = "yard.geojson"
            ignore_period_s = 0
            [[monitor]]
            name = "n"
            source = "other"
            fences = "yard.geojson"
            """
        let composition = try Composition(
            text, overrides: overrides, files: ["/etc/g/yard.geojson": Self.yard])
        var run = HistoryRun(
            composition.engine, kinds: [:], monitors: monitors, source: "gps",
            track.map { (update($0.0, inside: $0.1), nil) })
        var events: [Event] = []
        while !run.isOver { events += run.step(slice) }
        #expect(run.mark == track.map { update($0.0, inside: $0.1).time }.compactMap(\.self).max())
        return events
    }

    private func words(_ events: [Event]) -> [String] {
        events.map { event in
            switch event {
            case .transition(let transition): transition.kind.rawValue
            case .diagnostic(let diagnostic):
                "\(diagnostic.kind.rawValue) \(diagnostic.visitEnd?.rawValue ?? "")"
            }
        }
    }

    @Test func firstFixEmitsNothingAndAnOpenVisitEndsUnfinished() throws {
        let track = [(0.0, true), (10, false), (20, true), (30, true)]
        let expected = ["exited", "entered", "visit-closed unfinished"]
        #expect(words(try run(track)) == expected)
        #expect(words(try run(track, slice: 1)) == expected, "a fix at a time")
        #expect(words(try run(track.reversed())) == expected, "in the order of their times")
    }

    @Test func suppressedChangeIsEmittedAtTheEnd() throws {
        let track = [(0.0, false), (10, true), (20, false)]
        let events = try run(track, "monitor.m.ignore_period_s=30", "source.gps.stale_s=60")
        #expect(words(events) == ["entered", "exited"])
    }

    @Test func onlyRunningMonitorsOfTheSourceTakePart() throws {
        let track = [(0.0, false), (10, true), (20, false)]
        #expect(try run(track, monitors: ["n"]).isEmpty)
        #expect(try run(track, monitors: ["m", "n"]).count == 2)
    }

    @Test func visitNamesOfTwoHistoriesDiffer() throws {
        let names = try [0.0, 86_400].flatMap { day in
            try run([(day, false), (day + 10, true), (day + 20, false)]).compactMap {
                event -> VisitName? in
                guard case .transition(let transition) = event else { return nil }
                return transition.visit
            }
        }
        #expect(names.count == 4)
        #expect(Set(names).count == 2)
    }
}
