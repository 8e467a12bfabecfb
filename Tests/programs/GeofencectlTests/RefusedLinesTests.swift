import Testing

@testable import geofencectl

@Suite("lines without a fix in an endless input")
struct RefusedLinesTests {
    private func add(_ sentences: [String]) -> (refused: RefusedLines, reported: [String]) {
        var refused = RefusedLines()
        let reported = sentences.enumerated().filter {
            refused.add(LineProblem(line: $0.offset, sentence: "Line \($0.offset): \($0.element)"))
        }
        return (refused, reported.map(\.element))
    }

    @Test func firstLinesAndTheFirstOfEachKindAreReported() {
        var sentences = (0..<100_000).map { "lat is \($0 + 91)." }
        sentences[70_000] = "time must be a string."
        let (refused, reported) = add(sentences)
        #expect(reported == Array(sentences.prefix(20)) + ["time must be a string."])
        #expect(refused.reported.last == "Line 70000: time must be a string.")
        #expect(refused.summary == "100000 lines gave no fix, 99979 of which are not listed above.")
    }

    @Test func numberOfReportedLinesIsLimited() {
        let (refused, reported) = add((0..<1000).map { String(repeating: "x", count: $0) })
        #expect(reported.count == 100)
        #expect(refused.summary == "1000 lines gave no fix, 900 of which are not listed above.")
    }

    @Test func fewLinesAreAllReported() {
        #expect(add(["is not a JSON object."]).refused.summary == "1 line gave no fix.")
        #expect(RefusedLines().summary == nil)
    }
}
