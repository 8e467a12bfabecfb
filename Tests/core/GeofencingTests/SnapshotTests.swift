import Chronology
import Fixes
import Geodesy
import Geofencing
import Testing

/// Queries of fences.
struct SnapshotTests {
    @Test func fenceIsReturnedWithItsGeometry() throws {
        let place = Coordinate(latitude: 52, longitude: 4)
        var configuration = EngineConfiguration()
        configuration.monitors = [
            MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        ]
        configuration.fenceSets[FenceSetName("f")] = FenceSet.make(
            (0..<20).map { number in
                let center = Coordinate(latitude: 52, longitude: 4 + Double(number) / 1000)
                return Fence(id: "f\(number)", shape: .circle(center: center, radius: 100))
            })
        var engine = Engine()
        let now = BootInstant(nanoseconds: 1_000_000_000)
        _ = engine.handle(.configure(configuration), at: now)
        _ = engine.handle(.changeFences(FenceSetName("f"), [.remove(id: "f3")]), at: now)
        _ = engine.handle(
            .fix(LocationUpdate(position: place, time: nil), source: "gps"), at: now)
        for number in 0..<20 where number != 3 {
            let snapshot = try #require(engine.fence("f\(number)", of: "m"))
            #expect(snapshot.fence.id == "f\(number)")
            #expect(snapshot.side == (number < 2 ? .inside : .outside))
        }
        #expect(engine.fenceIDs(of: "m", limit: 99).count == 19)
        #expect(engine.fenceIDs(of: "m", limit: 9, exceptOutside: true) == ["f0", "f1"])
        #expect(engine.fence("f3", of: "m") == nil)
        #expect(engine.fence("f1", of: "n") == nil)
    }

    /// The source has resumed, but has no fix yet: the visit is not counted as inside, but stays
    /// open.
    @Test(arguments: ["@60s tick", "@9s restart"])
    func stateIsUnknownUntilTheNextFix(interruption: String) throws {
        let engine = ScenarioRun(
            try Scenario(
                """
                monitor m ignore_period_s=0
                fence hall circle 0,0 r=30 floor=1
                fence shop circle 100,0 r=30 floor=1
                @0s  at 0,0 floor=1
                \(interruption)
                @61s at 0,0
                @62s at 0,0
                """)
        ).engine
        let hall = try #require(engine.fence("hall", of: "m"))
        #expect(hall.side == .unknown)
        #expect(hall.visit != nil)
        #expect(engine.monitors().first?.inside == [])
        #expect(engine.fenceIDs(of: "m", limit: 9, exceptOutside: true) == ["hall", "shop"])
        let explanation = engine.explain(fence: "hall", monitor: nil, at: nil).first
        #expect(
            finding("state", explanation)
                == "was inside at the last evaluation; unknown until the next one")
    }

    /// A fence shows the change that the ignore period suppresses and its thresholds.
    @Test func fenceShowsItsSuppressedSideAndItsThresholds() throws {
        let engine = ScenarioRun(
            try Scenario(
                """
                monitor m buffer_m=10 tolerance_enter=0.5 tolerance_exit=1
                monitor circles accuracy_mode=useGeometryWithAccuracy
                fence home circle 0,0 r=30
                fence metres circle 0,0 r=30 tolerance_exit_m=8.4
                fence hall circle 0,0 r=30 floor=1
                fence shut circle 0,0 r=30 enabled=false
                @0s at 0,0 floor=2
                @3s at 300,0 floor=2 ±4m
                """)
        ).engine
        let home = try #require(engine.fence("home", of: "m"))
        #expect(home.side == .inside)
        #expect(home.suppressedSide == .outside)
        #expect(home.window_s == 30)
        #expect(abs((home.enterThreshold_m ?? 0) - 30) < 0.01)
        #expect(abs((home.exitThreshold_m ?? 0) - 50) < 0.01)
        #expect(!home.isOnOtherFloor)
        let metres = try #require(engine.fence("metres", of: "m"))
        #expect(metres.enterThreshold_m == 10)
        #expect(metres.exitThreshold_m == 18.4)
        let withAccuracy = try #require(engine.fence("home", of: "circles"))
        #expect(abs((withAccuracy.enterThreshold_m ?? 0) - 4) < 0.01)
        let hall = try #require(engine.fence("hall", of: "m"))
        #expect(hall.isOnOtherFloor)
        #expect(hall.side == .outside)
        #expect(hall.suppressedSide == nil)
        let shut = try #require(engine.fence("shut", of: "m"))
        #expect(shut.enterThreshold_m == nil)
        #expect(!shut.isOnOtherFloor)
    }

    /// Ids of the file and ids added, page after page, are all ids in order: whether the place a
    /// page begins at is still there makes no difference.
    @Test(arguments: 1...8)
    func pagesTogetherAreTheWholeList(limit: Int) throws {
        let set = FenceSetName("f")
        func fence(_ id: String) -> Fence {
            let center = Coordinate(latitude: 52, longitude: 4)
            return Fence(id: id, shape: .circle(center: center, radius: 100))
        }
        var configuration = EngineConfiguration()
        configuration.monitors = [MonitorDefinition(name: "m", source: "gps", fences: set)]
        configuration.fenceSets[set] = FenceSet.make(
            ["b", "d", "dé", "f", "h", "ü"].map { fence($0) })
        var engine = Engine()
        let now = BootInstant(nanoseconds: 1_000_000_000)
        _ = engine.handle(.configure(configuration), at: now)
        let changes: [FenceSetChange] = [
            .remove(id: "d"), .add(fence("c")), .add(fence("a")), .replace(fence("f")),
        ]
        _ = engine.handle(.changeFences(set, changes), at: now)
        var (ids, last): ([String], String?) = ([], nil)
        repeat {
            let page = engine.fenceIDs(of: "m", after: last, limit: limit)
            #expect(page.count <= limit)
            ids += page
            last = page.last
        } while last != nil
        #expect(ids == ["a", "b", "c", "dé", "f", "h", "ü"])
        #expect(engine.fenceIDs(of: "m", after: "d", limit: 2) == ["dé", "f"])
        #expect(engine.fenceIDs(of: "m", after: "ü", limit: 2) == [])
        #expect(engine.fenceIDs(of: "n", limit: 2) == [])
    }
}
