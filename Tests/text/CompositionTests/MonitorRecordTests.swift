import Composition
import ControlProtocol
import Testing

@testable import Geofencing

struct MonitorRecordTests {
    private func record(inside count: Int) -> MonitorRecord {
        let set = FenceSetName("f")
        return MonitorRecord(
            MonitorSnapshot(
                definition: MonitorDefinition(name: "m", source: "gps", fences: set),
                status: .started, warnings: [], fenceCount: count,
                inside: (0..<count).map { "f\($0)" }))
    }

    @Test func allInsideFencesAreNamed() {
        let record = record(inside: Limits.listedInside)
        #expect(record.inside.count == Limits.listedInside)
        #expect(record.inside_more == nil)
    }

    @Test func insideFencesBeyondTheLimitAreCounted() {
        let record = record(inside: Limits.listedInside + 4_900)
        #expect(record.inside.count == Limits.listedInside)
        #expect(record.inside.first == "f0")
        #expect(record.inside_more == 4_900)
    }
}
