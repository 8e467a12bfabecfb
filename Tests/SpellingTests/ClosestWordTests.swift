import Spelling
import Testing

@Suite struct ClosestWordTests {
    let keys = ["name", "source", "fences", "buffer_m", "tolerance_enter", "tolerance_exit"]

    @Test(arguments: [
        ("nmae", "name"), ("bufer_m", "buffer_m"), ("Buffer-M", "buffer_m"), ("sorce", "source"),
        ("fence", "fences"), ("tolerance_entr", "tolerance_enter"),
    ])
    func findsTheWordThatWasMeant(typed: String, meant: String) {
        #expect(closestWord(to: typed, among: keys) == meant)
        #expect(didYouMean(typed, among: keys) == " (did you mean \"\(meant)\"?)")
    }

    @Test(arguments: ["", "colour", "x", String(repeating: "name", count: 100)])
    func staysSilentWhenNothingIsNear(typed: String) {
        #expect(closestWord(to: typed, among: keys) == nil)
        #expect(didYouMean(typed, among: keys).isEmpty)
    }
}
