import ControlProtocol
import Testing

@testable import geofencectl

@Suite("fences in another order")
struct GatheredFencesTests {
    private func fence(_ id: String, _ distance_m: Double?) -> FenceState {
        var fence = FenceState(id: id, name: id, set: "f", kind: "global")
        fence.distance_m = distance_m
        return fence
    }

    @Test func nearestFencesComeFirstAndThoseWithoutDistanceLast() throws {
        var gathered = GatheredFences(order: .distance, nearestOnly: false)
        gathered.add([fence("far", 900), fence("none", nil)])
        gathered.add([fence("in", -3), fence("near", 2)])
        #expect(try gathered.result().map(\.id) == ["in", "near", "far", "none"])
    }

    @Test func onlyTheNearestFencesAreKept() throws {
        var gathered = GatheredFences(order: .id, nearestOnly: true)
        for page in 0..<3 {
            gathered.add((0..<15).map { fence("f\(100 + page * 15 + $0)", Double(page * 15 + $0)) })
        }
        let ids = try gathered.result().map(\.id)
        #expect(ids.count == FenceOrder.nearCount)
        #expect(ids.first == "f100")
        #expect(ids.last == "f119")
    }

    @Test func nothingIsNearBeforeTheFirstFix() {
        var gathered = GatheredFences(order: .distance, nearestOnly: true)
        gathered.add([fence("a", nil)])
        #expect(throws: CommandFailure.self) { try gathered.result() }
    }
}
