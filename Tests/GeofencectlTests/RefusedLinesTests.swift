import Testing

@testable import geofencectl

@Suite("lines of an endless input that give nothing")
struct RefusedLinesTests {
    private func told(_ sentences: [String]) -> (refused: RefusedLines, told: [String]) {
        var refused = RefusedLines()
        let told = sentences.enumerated().filter {
            refused.add(LineProblem(line: $0.offset, sentence: "Line \($0.offset): \($0.element)"))
        }
        return (refused, told.map(\.element))
    }

    @Test func theFirstAndTheFirstOfEachKindAreTold() {
        var sentences = (0..<100_000).map { "lat is \($0 + 91)." }
        sentences[70_000] = "time must be a string."
        let (refused, told) = told(sentences)
        #expect(told == Array(sentences.prefix(20)) + ["time must be a string."])
        #expect(refused.told.last == "Line 70000: time must be a string.")
        #expect(refused.summary == "100000 lines gave no fix, 99979 of which are not told above.")
    }

    @Test func kindsWithoutEndAreNotToldWithoutEnd() {
        let (refused, told) = told((0..<1000).map { String(repeating: "x", count: $0) })
        #expect(told.count == 100)
        #expect(refused.summary == "1000 lines gave no fix, 900 of which are not told above.")
    }

    @Test func fewAreAllTold() {
        #expect(told(["is no JSON object."]).refused.summary == "1 line gave no fix.")
        #expect(RefusedLines().summary == nil)
    }
}
