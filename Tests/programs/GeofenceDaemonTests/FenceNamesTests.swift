import ControlProtocol
import EventStore
import Geodesy
import Geofencing
import Testing

@testable import GeofenceDaemon

/// Fences are named by id, or by a name that one of them has.
struct FenceNamesTests {
    private func fence(_ id: String, _ name: String? = nil) -> Fence {
        let center = Coordinate(latitude: 52, longitude: 4)
        return Fence(id: id, name: name, shape: .circle(center: center, radius: 10))
    }

    private func set(_ text: String, _ fences: Fence...) -> FencesNow {
        FencesNow(
            set: FenceSetName(text), loaded: FenceSet.make(fences), changes: RuntimeFences())
    }

    @Test func uniqueNameStandsForTheIDOfItsFence() throws {
        let set = set("/a", fence("q-1", "Quarry"), fence("q-2", "Ramp"), fence("yard"))
        let names = FenceNames(["Quarry", "q-2", "yard", "Quary"], in: [set])
        #expect(try names.id(of: "Quarry") == "q-1")
        #expect(try names.id(of: "q-2") == "q-2")
        #expect(try names.id(of: "yard") == "yard")
        #expect(try names.id(of: "Quary") == nil)
        #expect(names.unknown.map(\.name) == ["Quary"])
        #expect(try set.ids(of: ["Ramp", "yard"]) == ["q-2", "yard"])
    }

    @Test func nameOfSeveralFencesIsRefusedWithTheirIDs() {
        let set = set("/a", fence("q-1", "Quarry"), fence("q-2", "Quarry"))
        #expect {
            try FenceNames(["Quarry"], in: [set]).id(of: "Quarry")
        } throws: { error in
            let failure = error as? Failure
            return failure?.kind == .invalidParams
                && failure?.data?.hint == "Give the id of one of them: q-1, q-2."
        }
    }

    /// Two monitors evaluate files with the same fences.
    @Test func fenceOfTwoSetsIsOneFence() throws {
        let sets = [set("/a", fence("q", "Quarry")), set("/b", fence("q", "Quarry"))]
        #expect(try FenceNames(["Quarry"], in: sets).id(of: "Quarry") == "q")
    }

    @Test func namesOfRuntimeFencesReplaceOverriddenOnes() throws {
        var changes = RuntimeFences()
        let text =
            #"{"type":"Feature","id":"q-1","properties":{"name":"Pit","geofence":{"radius_m":9}},"#
            + #""geometry":{"type":"Point","coordinates":[4,52]}}"#
        let name = FenceSetName("/a")
        #expect(
            changes.restore([RuntimeFence(set: name, id: "q-1", geoJSON: text)], beyond: [:])
                .isEmpty)
        let now = FencesNow(
            set: name, loaded: FenceSet.make([fence("q-1", "Quarry")]), changes: changes)
        let names = FenceNames(["Pit", "Quarry"], in: [now])
        #expect(try names.id(of: "Pit") == "q-1")
        #expect(try names.id(of: "Quarry") == nil)
    }
}
