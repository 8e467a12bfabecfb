import FenceFiles
import Geodesy
import Geofencing
import Testing

@Suite struct FenceFileTests {
    private func read(_ text: String) -> FenceFile { FenceFile.read(Array(text.utf8)) }

    @Test func featureIsReadWithItsSettings() throws {
        let file = read(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","id":"quarry",
             "properties":{"name":"The Quarry","geofence":{"buffer_m":5,"floor":2}},
             "geometry":{"type":"Polygon","coordinates":[[[1,50],[2,50],[2,51],[1,50]]]}}]}
            """)
        let fence = try #require(file.fences?.first)
        #expect(file.problems.isEmpty)
        #expect(fence.id == "quarry")
        #expect(fence.name == "The Quarry")
        #expect(fence.settings.buffer_m == 5)
        #expect(fence.settings.floor == 2)
        #expect(
            fence.properties
                == #"{"name":"The Quarry","geofence":{"buffer_m":5,"floor":2}}"#)
        guard case .polygons(let polygons) = fence.shape else {
            Issue.record("the shape is \(fence.shape)")
            return
        }
        #expect(polygons[0].rings[0][1] == Coordinate(latitude: 50, longitude: 2))
    }

    /// Loading gives the same problems as reading, and names the unusable fences.
    @Test(arguments: try FenceFileCase.all())
    func loadingEqualsReading(_ case: FenceFileCase) {
        let file = FenceFile.read(`case`.bytes)
        let (loaded, problems) = FenceFile.load(`case`.bytes, from: "f")
        #expect(problems == file.problems)
        #expect((loaded.set == nil) == (file.fences == nil))
        #expect(loaded.set.map { Set($0.fences) } == file.fences.map(Set.init))
        let rejected = file.problems.filter { $0.severity == .rejected }
        #expect(loaded.problems == FenceProblem.summary(of: rejected).map { "f: \($0)" })
        #expect(loaded.invalid == Set(rejected.compactMap(\.id)))
    }
}
