import Chronology
import Geodesy
import Geofencing
import Testing

/// Asked for one fence, the engine says what it says of it among all.
struct SnapshotTests {
    @Test func oneFenceIsAsAmongAll() throws {
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
        _ = engine.handle(.changeFences(FenceSetName("f"), .remove(id: "f3")), at: now)
        _ = engine.handle(
            .fix(LocationUpdate(position: place, time: nil), source: "gps"), at: now)
        let all = try #require(engine.fences(of: "m"))
        #expect(all.count == 19)
        for snapshot in all { #expect(engine.fence(snapshot.fence.id, of: "m") == snapshot) }
        #expect(engine.fence("f3", of: "m") == nil)
        #expect(engine.fence("f1", of: "n") == nil)
    }
}
