import Chronology
import Fixes
import Geodesy
import Geofencing
import Testing

/// Altitude stands for a floor where a map of the building says so.
struct FloorMapTests {
    private let hall = Shape.circle(
        center: Coordinate(latitude: 52, longitude: 4), radius: 50)

    /// The floors that fences report as inside, for fixes of those altitudes and vertical
    /// accuracies, one each second, in the hall but for those of `elsewhere`, which are so many
    /// degrees east.
    ///
    /// - Parameter maps: the names of the maps from that fix on, all of them of the hall but for
    ///   one of the name `barn`.
    private func inside(
        _ altitudes: [(Double?, Double?)], elsewhere: [Int: Double] = [:],
        maps: [Int: [String]] = [:]
    ) -> [[String]] {
        var configuration = EngineConfiguration()
        var fences: [Fence] = []
        for floor in 0...2 {
            var fence = Fence(id: "floor-\(floor)", shape: hall)
            fence.settings.floor = floor
            fences.append(fence)
        }
        configuration.fenceSets[FenceSetName("f")] = FenceSet.make(fences)
        configuration.monitors = [
            MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        ]
        let floors = (0...2).map { floor in
            FloorMap.Floor(
                floor: floor, altitudeMinimum_m: Double(floor) * 4,
                altitudeMaximum_m: Double(floor + 1) * 4)
        }
        let barn = Shape.circle(center: Coordinate(latitude: 53, longitude: 4), radius: 50)
        var engine = Engine()
        return altitudes.enumerated().map { index, altitude in
            if let names = maps[index] ?? (index == 0 ? ["hall"] : nil) {
                configuration.floorMaps = names.map { name in
                    FloorMap(name: name, building: name == "barn" ? barn : hall, floors: floors)
                }
                _ = engine.handle(
                    .configure(configuration),
                    at: BootInstant(nanoseconds: Int64(index) * 1_000_000_000))
            }
            let longitude = 4 + Double(index) * 1e-6 + (elsewhere[index] ?? 0)
            var update = LocationUpdate(
                position: Coordinate(latitude: 52, longitude: longitude), time: nil)
            update.altitude_m = altitude.0
            update.verticalAccuracy_m = altitude.1
            _ = engine.handle(
                .fix(update, source: "gps"),
                at: BootInstant(nanoseconds: Int64(index) * 1_000_000_000))
            return engine.monitors()[0].inside
        }
    }

    /// What monitors warn of, the first with a fence on a floor and the second without, when a
    /// floor map is lost, when the level kind is switched off and on, and when the map can be used
    /// again.
    @Test func unusableFloorMapIsAWarningOfMonitorsWithLevelFences() {
        var configuration = EngineConfiguration()
        var shop = Fence(id: "shop", shape: hall)
        shop.settings.floor = 1
        configuration.fenceSets = [
            FenceSetName("f"): FenceSet.make([shop]),
            FenceSetName("g"): FenceSet.make([Fence(id: "yard", shape: hall)]),
        ]
        configuration.monitors = ["f", "g"].map {
            MonitorDefinition(name: $0, source: "gps", fences: FenceSetName($0))
        }
        configuration.unusableFloorMaps = ["floor map 'hall' cannot be used: /hall: does not exist"]
        var engine = Engine()
        let warned = { (input: Input) in
            _ = engine.handle(input, at: BootInstant(nanoseconds: 0))
            return engine.monitors().map { monitor in
                monitor.warnings.filter { $0.code == .floorMapUnavailable }.map(\.message)
            }
        }
        let sentence =
            "floor map 'hall' cannot be used: /hall: does not exist; altitude gives no floor "
            + "there; repair it and reload"
        #expect(warned(.configure(configuration)) == [[sentence], []])
        #expect(warned(.setKind(.level, enabled: false)) == [[], []])
        #expect(warned(.setKind(.level, enabled: true)) == [[sentence], []])
        configuration.unusableFloorMaps = []
        #expect(warned(.configure(configuration)) == [[], []])
    }

    @Test func altitudeGivesTheFloor() {
        #expect(
            inside([(1, nil), (6, nil), (10, nil)]) == [["floor-0"], ["floor-1"], ["floor-2"]])
    }

    @Test func floorIsKeptWithinItsHysteresis() {
        #expect(
            inside([(3.8, nil), (4.5, nil), (5.1, nil)]) == [
                ["floor-0"], ["floor-0"], ["floor-1"],
            ])
    }

    @Test func floorIsKeptAcrossAReload() {
        let altitudes: [(Double?, Double?)] = [(3.8, nil), (4.5, nil), (5.1, nil)]
        for maps in [["hall"], ["barn", "hall"]] {
            #expect(
                inside(altitudes, maps: [1: maps]) == [["floor-0"], ["floor-0"], ["floor-1"]])
        }
        #expect(
            inside(altitudes, maps: [1: ["other"]]) == [["floor-0"], ["floor-1"], ["floor-1"]])
    }

    @Test func uncertainAltitudeGivesNoFloor() {
        #expect(inside([(1, 1.5), (5, 3)]) == [["floor-0"], ["floor-0"]])
    }

    @Test func floorIsKeptWhileTheAltitudeIsMissing() {
        #expect(
            inside([(1, nil), (nil, nil), (4.5, nil), (5.1, nil)]) == [
                ["floor-0"], ["floor-0"], ["floor-0"], ["floor-1"],
            ])
    }

    @Test func refusedFixGivesNoFloor() {
        // A jump of 7 km in a second is refused; the floor is that of the fixes around it.
        #expect(
            inside([(1, nil), (4.5, nil), (4.5, nil)], elsewhere: [1: 0.1]) == [
                ["floor-0"], ["floor-0"], ["floor-0"],
            ])
    }

    @Test func floorIsDiscardedOutsideTheBuilding() {
        #expect(
            inside([(1, nil), (nil, nil), (4.5, nil)], elsewhere: [1: 0.001]) == [
                ["floor-0"], ["floor-0"], ["floor-1"],
            ])
    }
}
