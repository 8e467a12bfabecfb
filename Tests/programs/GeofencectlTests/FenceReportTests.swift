import FenceFiles
import Testing

@testable import geofencectl

@Suite struct FenceReportTests {
    private static func feature(_ id: String, name: String, _ geometry: String) -> String {
        let properties = #""properties":{"name":"\#(name)","geofence":{"buffer_m":9}}"#
        return #"{"type":"Feature","id":"\#(id)",\#(properties),"geometry":\#(geometry)}"#
    }

    /// The limit of listed problems does not affect the verdict on later features.
    @Test func everyFeatureHasItsVerdictBeyondTheLimitOfProblems() {
        let point = #"{"type":"Point","coordinates":[5,52]}"#
        let flat = #"{"type":"Polygon","coordinates":[[[5,52],[6,52],[5,52],[5,52]]]}"#
        let open = #"{"type":"Polygon","coordinates":[[[5,52],[6,52],[6,53],[5,53]]]}"#
        var features = (0...1000).map { Self.feature("stop \($0)", name: "stop", point) }
        features.append(Self.feature("flat", name: "flat", flat))
        features.append(Self.feature("good", name: "good", point))
        features += (0...1000).map { _ in "1" }
        features.append(Self.feature("last", name: "last", open))
        let text = features.joined(separator: ",")
        let file = FenceReport.File(
            path: "f",
            FenceFile.check(Array(#"{"type":"FeatureCollection","features":[\#(text)]}"#.utf8)))
        #expect(file.warned == 1001)
        #expect(file.usable == 2)
        #expect(file.rejected == 1002)
        #expect(!file.ok)
        let behind = [1001, 1002, 2003, 2004].map { file.features[$0] }
        #expect(behind.map(\.verdict) == [.rejected, .usable, .rejected, .warned])
        #expect([behind[1].id, behind[3].id] == ["good", "last"])
    }
}
