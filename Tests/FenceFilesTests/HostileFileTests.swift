import FenceFiles
import Geodesy
import Testing

/// Bytes from anywhere must give problems, never a crash.
@Suite struct HostileFileTests {
    @Test(arguments: try FenceFileCase.all())
    func changedBytesAreSurvived(_ file: FenceFileCase) {
        var random = SplitMix(seed: 1)
        let telling = Array("{}[]\",:\\0123456789-+.eE nulltrufas\u{0}\u{FF}".utf8)
        for _ in 0..<300 where !file.bytes.isEmpty {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = telling.randomElement(using: &random) ?? 0
                case 1: bytes.insert(telling.randomElement(using: &random) ?? 0, at: index)
                default: bytes.removeSubrange(index..<min(index + 7, bytes.count))
                }
                if bytes.isEmpty { break }
            }
            let result = FenceFile.read(bytes)
            #expect(result.fences != nil || !result.problems.isEmpty)
        }
    }

    @Test(arguments: try FenceFileCase.all())
    func everyTruncationIsSurvived(_ file: FenceFileCase) {
        for end in stride(from: 0, to: file.bytes.count, by: 3) {
            let result = FenceFile.read(Array(file.bytes[..<end]))
            #expect(result.fences != nil || !result.problems.isEmpty)
        }
    }

    @Test func deepNestingIsRefused() {
        for opening in ["[", "{\"a\":", "{\"features\":["] {
            let text = String(repeating: opening, count: 1_000_000)
            #expect(FenceFile.read(Array(text.utf8)).fences == nil)
        }
    }

    @Test func problemsAreCounted() {
        let features = Array(repeating: "1", count: 5000).joined(separator: ",")
        let file = FenceFile.read(
            Array(#"{"type":"FeatureCollection","features":[\#(features)]}"#.utf8))
        #expect(file.problems.count == 1001)
        #expect(file.problems.last?.reason == "4000 more problems are not listed")
    }
}
