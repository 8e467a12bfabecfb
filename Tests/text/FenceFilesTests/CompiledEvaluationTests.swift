import Chronology
import FenceFiles
import Fixes
import Geodesy
import Geofencing
import TestSupport
import Testing

/// Fences mapped from a compiled file give the same effects as fences kept as values.
struct CompiledEvaluationTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func mappedFencesGiveTheSameEffects(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let text = Self.village(&random)
        let track = Self.track(&random)
        let values = try #require(FenceFile.read(text).fences)
        #expect(values.count == Self.count)
        let bytes = try #require(try MappedBytes.compiled(FenceFile.load(text)))
        let mapped = try #require(MappedBytes(bytes).file?.loaded.set)
        let expected = Self.effects(of: track, among: FenceSet.make(values))
        let effects = Self.effects(of: track, among: LoadedFences(set: mapped))
        for second in track.indices {
            #expect(effects[second] == expected[second], "fix \(second)")
        }
        let events = Self.events(among: expected)
        #expect(events.count > 30)
        // Saved records follow the order of the fences in memory; nothing else may depend on it.
        let turned = Self.effects(of: track, among: FenceSet.make(values.reversed()))
        #expect(Self.events(among: turned) == events)
    }

    private static func events(among effects: [[Effect]]) -> [Event] {
        effects.joined().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    private static let count = 300
    private static let center = Coordinate(latitude: 50, longitude: 179.999)

    /// The effects of each fix, for two monitors that differ in every setting that the table
    /// serves.
    private static func effects(of track: [LocationUpdate], among fences: LoadedFences)
        -> [[Effect]]
    {
        var configuration = EngineConfiguration()
        let name = FenceSetName("f")
        configuration.fenceSets[name] = fences
        var wide = MonitorDefinition(name: "wide", source: "s", fences: name)
        wide.buffer_m = 10
        wide.toleranceExit = 0.2
        wide.ignorePeriod_s = 0
        let plain = MonitorDefinition(name: "plain", source: "s", fences: name)
        configuration.monitors = [plain, wide]
        var engine = Engine()
        _ = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        return track.map { update in
            let boot = BootInstant(nanoseconds: update.time?.nanoseconds ?? 0)
            return engine.handle(.fix(update, source: "s"), at: boot)
        }
    }

    /// A walk with one fix a second, across the antimeridian and back.
    private static func track(_ random: inout SplitMix) -> [LocationUpdate] {
        var place = center
        var course = 90.0
        return (1...800).map { second in
            course += random.number(-30...30)
            if place.distance(to: center) > 700 { course = place.azimuth(to: center) }
            place = place.destination(
                azimuth: course.remainder(dividingBy: 360), distance: random.number(0...6))
            return LocationUpdate(
                position: place, time: UTCInstant(nanoseconds: Int64(second) * 1_000_000_000))
        }
    }

    /// Polygons and circles, named and unnamed, some with their own settings.
    private static func village(_ random: inout SplitMix) -> [UInt8] {
        let features = (0..<count).map { number in
            let middle = center.destination(
                azimuth: random.number(0...360), distance: random.number(0...800))
            let radius_m = random.number(5...60)
            var settings = number % 3 == 0 ? ["\"tolerance_exit\":0.3"] : []
            var geometry = "\"type\":\"Point\",\"coordinates\":\(text(middle))"
            if number % 4 == 0 {
                settings.append("\"radius_m\":\(radius_m)")
            } else {
                let corners = 3 + number % 7
                let ring = (0..<corners).map { corner in
                    text(
                        middle.destination(
                            azimuth: 360 - 360 * Double(corner) / Double(corners),
                            distance: radius_m * random.number(0.4...1)))
                }
                let closed = (ring + [ring[0]]).joined(separator: ",")
                geometry = "\"type\":\"Polygon\",\"coordinates\":[[\(closed)]]"
            }
            return """
                {"type":"Feature","id":"f\(number)","geometry":{\(geometry)},
                "properties":{"geofence":{\(settings.joined(separator: ","))}}}
                """
        }
        return Array(
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
                .utf8)
    }

    private static func text(_ place: Coordinate) -> String {
        // Continuous across the antimeridian.
        let east = place.longitude < 0 ? place.longitude + 360 : place.longitude
        return "[\(east),\(place.latitude)]"
    }
}
