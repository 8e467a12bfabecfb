import FenceFiles
import Geofencing
import Testing

@Suite struct FenceCheckTests {
    @Test(arguments: try FenceFileCase.checks())
    func problemsEqualTheGoldenText(_ case: FenceFileCase) throws {
        let file = FenceFile.check(`case`.bytes)
        let said = summary(file)
        #expect(try `case`.golden(updatedTo: said) == said)
    }

    @Test func bufferOfTheMonitorApplies() throws {
        let text = #"{"type":"Point","coordinates":[5,52]}"#
        var use = FenceUse()
        #expect(FenceFile.check(Array(text.utf8), for: use).fences?.count == 0)
        use.buffer_m = 10
        let file = FenceFile.check(Array(text.utf8), for: use)
        #expect(file.fences?.count == 1)
        #expect(file.problems.isEmpty)
    }

    @Test func progressIsReportedForEachFence() {
        let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[5,52]}}"#
        let points = Array(repeating: point, count: 7).joined(separator: ",")
        let bytes = Array(#"{"type":"FeatureCollection","features":[\#(points)]}"#.utf8)
        var shares: [Int] = []
        _ = FenceFile.check(bytes) { shares.append($0) }
        #expect(shares.count == 7)
        #expect(shares.allSatisfy { $0 > 0 } && shares.reduce(0, +) == bytes.count)
    }

    private func summary(_ file: FenceFile) -> String {
        let problems = file.problems.map { "\($0.severity.rawValue) \($0)\n" }
        let fences = (file.fences ?? []).map { "fence \($0.id)\n" }
        return problems.joined() + fences.joined() + "\(file.featureCount) features\n"
    }
}
