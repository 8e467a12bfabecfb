import Suggestions
import Testing

@Suite struct ClosestWordTests {
    let keys = ["name", "source", "fences", "buffer_m", "tolerance_enter", "tolerance_exit"]

    @Test(arguments: [
        ("nmae", "name"), ("bufer_m", "buffer_m"), ("Buffer-M", "buffer_m"), ("sorce", "source"),
        ("fence", "fences"), ("tolerance_entr", "tolerance_enter"),
    ])
    func closestCandidateIsFound(typed: String, meant: String) {
        #expect(closestWord(to: typed, among: keys) == meant)
        #expect(didYouMean(typed, among: keys) == " (did you mean \"\(meant)\"?)")
    }

    /// By its letters alone, "move" would lead to "remove".
    @Test(arguments: [
        ("move", "replace"), ("delete", "remove"), ("margin_m", "buffer_m"), ("Margin", "buffer_m"),
        ("hysteresis", "tolerance_exit"), ("cooldown_s", "ignore_period_s"), ("replce", "replace"),
        ("tol", "tolerance_enter"),
    ])
    func wordOfSameMeaningIsFound(typed: String, meant: String) {
        let words = keys + ["remove", "replace", "ignore_period_s"]
        #expect(nearestWord(to: typed, among: words) == meant)
    }

    @Test func wordOfSameMeaningMustBeACandidate() {
        #expect(nearestWord(to: "hysteresis", among: ["name", "source"]) == nil)
        #expect(didYouMean("margin_m", among: keys) == " (did you mean \"buffer_m\"?)")
    }

    @Test(arguments: ["", "colour", "x", String(repeating: "name", count: 100)])
    func nothingIsSuggestedWithoutACloseCandidate(typed: String) {
        #expect(closestWord(to: typed, among: keys) == nil)
        #expect(didYouMean(typed, among: keys).isEmpty)
    }
}
